package dev.semel.http.webhook;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Signatures as text. What is not well-formed becomes no bytes, which no signature equals. */
final class Bytes {
  private static final byte[] NONE = {};

  private Bytes() {}

  static byte[] ofText(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] ofHex(String text) {
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException notHex) {
      return NONE;
    }
  }
}
