package dev.semel.http.internal;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file name that a browser gives to a part. */
final class FileName {
  private FileName() {}

  /** Null if there is none. The extended form (RFC 8187) is preferred to the plain one. */
  static @Nullable String of(List<HeaderParameter> parameters) {
    String extended = HeaderParameter.valueOf("filename*", parameters);
    String decoded = extended == null ? null : decoded(extended);
    return decoded == null ? HeaderParameter.valueOf("filename", parameters) : decoded;
  }

  /** As in {@code UTF-8''na%C3%AFve.txt}; null if it is not like that. */
  private static @Nullable String decoded(String extended) {
    String[] pieces = extended.split("'", 3);
    if (pieces.length < 3) {
      return null;
    }
    try {
      Charset charset = Charsets.named(pieces[0], StandardCharsets.UTF_8);
      // A plus sign is one here, but a space in a form.
      byte[] text = pieces[2].replace("+", "%2B").getBytes(StandardCharsets.UTF_8);
      return Octets.decode(UrlEncoded.decode(text), charset);
    } catch (UnsupportedEncodingException e) {
      return null;
    }
  }
}
