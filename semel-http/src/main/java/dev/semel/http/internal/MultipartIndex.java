package dev.semel.http.internal;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of a multipart body (RFC 2046) lie in it. Nothing is copied but the headers.
 * Immutable.
 *
 * @param preamble what stands before the first delimiter
 * @param epilogue what stands behind the last one
 */
record MultipartIndex(Slice preamble, List<Part> parts, Slice epilogue) {
  /** A piece of the body. */
  record Slice(long offset, long length) {}

  /**
   * A part.
   *
   * @param headers in their order
   */
  record Part(List<Header> headers, Slice content) {
    @Nullable String header(String name) {
      return headers.stream()
          .filter(header -> header.name().equalsIgnoreCase(name))
          .map(Header::value)
          .findFirst()
          .orElse(null);
    }
  }

  /** A header of a part, as {@link Octets}. */
  record Header(String name, String value) {}

  /**
   * Reads the body once.
   *
   * @throws MalformedMultipartException if these are not parts between such boundaries
   */
  static MultipartIndex of(RequestBody body, String boundary) throws IOException {
    return MultipartScanner.scan(body, boundary);
  }

  /**
   * Over everything in its order but the boundary. Names of headers count in lower case, because
   * their case has no meaning.
   */
  byte[] digest(RequestBody body) throws IOException {
    MessageDigest digest = Sha256.create();
    addSlice(digest, body, preamble);
    for (Part part : parts) {
      Sha256.addElement(digest, Octets.bytes(Integer.toString(part.headers().size())));
      for (Header header : part.headers()) {
        Sha256.addElement(digest, Octets.bytes(header.name().toLowerCase(Locale.ROOT)));
        Sha256.addElement(digest, Octets.bytes(header.value()));
      }
      addSlice(digest, body, part.content());
    }
    addSlice(digest, body, epilogue);
    return digest.digest();
  }

  private static void addSlice(MessageDigest digest, RequestBody body, Slice slice)
      throws IOException {
    Sha256.addElement(digest, Sha256.of(body.open(slice.offset(), slice.length())));
  }
}
