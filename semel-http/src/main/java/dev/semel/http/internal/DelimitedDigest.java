package dev.semel.http.internal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/**
 * Digest of a body that a delimiter divides into pieces. The delimiter itself does not count,
 * because many clients choose a new one for each attempt.
 */
final class DelimitedDigest {
  private final byte[] delimiter;
  private final int[] fallbacks;
  private final MessageDigest pieces = Sha256.create();
  private final MessageDigest piece = Sha256.create();

  private DelimitedDigest(byte[] delimiter) {
    this.delimiter = delimiter;
    this.fallbacks = fallbacksOf(delimiter);
  }

  /** Reads the stream to its end and closes it. */
  static byte[] of(InputStream body, String delimiter) throws IOException {
    try (InputStream in = new BufferedInputStream(body)) {
      return new DelimitedDigest(Octets.bytes(delimiter)).read(in);
    }
  }

  /** Finds the delimiter in one pass, as Knuth, Morris and Pratt describe it. */
  private byte[] read(InputStream in) throws IOException {
    int matched = 0;
    for (int octet = in.read(); octet >= 0; octet = in.read()) {
      while (matched > 0 && delimiter[matched] != (byte) octet) {
        int shorter = fallbacks[matched - 1];
        piece.update(delimiter, 0, matched - shorter);
        matched = shorter;
      }
      if (delimiter[matched] == (byte) octet) {
        matched++;
      } else {
        piece.update((byte) octet);
      }
      if (matched == delimiter.length) {
        pieces.update(piece.digest());
        matched = 0;
      }
    }
    piece.update(delimiter, 0, matched);
    pieces.update(piece.digest());
    return pieces.digest();
  }

  /** Returns for each prefix of the delimiter the length of its longest border. */
  private static int[] fallbacksOf(byte[] delimiter) {
    int[] fallbacks = new int[delimiter.length];
    int matched = 0;
    for (int i = 1; i < delimiter.length; i++) {
      while (matched > 0 && delimiter[matched] != delimiter[i]) {
        matched = fallbacks[matched - 1];
      }
      matched += delimiter[matched] == delimiter[i] ? 1 : 0;
      fallbacks[i] = matched;
    }
    return fallbacks;
  }
}
