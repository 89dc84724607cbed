package dev.semel.http.internal;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Bytes in a string, one in each character, for text whose encoding is not known yet or does not
 * matter. Such strings sort as their bytes do.
 */
final class Octets {
  private Octets() {}

  static String of(byte[] bytes, int from, int end) {
    return new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
  }

  static byte[] bytes(String octets) {
    return octets.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The text that they are in this encoding. */
  static String decode(String octets, Charset charset) {
    return new String(bytes(octets), charset);
  }
}
