package dev.semel.http.webhook;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** Signatures as text. What is not well-formed becomes no bytes, which no signature equals. */
final class Bytes {
  private static final byte[] NONE = {};

  private Bytes() {}

  static byte[] ofText(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] ofBase64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException notBase64) {
      return NONE;
    }
  }

  static byte[] ofHex(String text) {
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException notHex) {
      return NONE;
    }
  }

  static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
