package dev.semel.http.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads what is in a compressed body, which may be compressed to other bytes for each attempt. */
final class Gzip {
  private Gzip() {}

  static boolean isNameOf(String contentEncoding) {
    return contentEncoding.equals("gzip") || contentEncoding.equals("x-gzip");
  }

  /**
   * Returns the content.
   *
   * @param maxBytes maximum size of the content; no more is inflated
   * @return null if the content is larger, or if the body is not in this format
   */
  static byte @Nullable [] inflate(RequestBody body, int maxBytes) {
    try (InputStream in = new GZIPInputStream(body.open())) {
      byte[] content = in.readNBytes(maxBytes + 1);
      return content.length > maxBytes ? null : content;
    } catch (IOException e) {
      return null;
    }
  }
}
