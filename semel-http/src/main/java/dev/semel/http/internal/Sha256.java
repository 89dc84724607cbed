package dev.semel.http.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;

/** SHA-256 of streams and of lists. */
final class Sha256 {
  private static final int BUFFER_BYTES = 16 * 1024;

  private Sha256() {}

  static MessageDigest create() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** Of all that the stream has left, without holding it; the stream is closed. */
  static byte[] of(InputStream stream) throws IOException {
    MessageDigest digest = create();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (stream) {
      for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return digest.digest();
  }

  /** Adds one element of a list; its length comes first, so that lists cannot be confused. */
  static void addElement(MessageDigest digest, byte[] element) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(element.length).array());
    digest.update(element);
  }
}
