package dev.semel.http.internal;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent-encoding in URLs. */
final class Percent {
  /** A percent sign and two hex digits. */
  static final int ENCODED_BYTES = 3;

  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

  private Percent() {}

  /** The octet that is encoded at this place; -1 if none is. */
  static int octetAt(byte[] text, int position, int end) {
    if (text[position] != '%' || position + ENCODED_BYTES > end) {
      return -1;
    }
    int high = Character.digit(text[position + 1], 16);
    int low = Character.digit(text[position + 2], 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  /** Returns whether a percent sign is not followed by two hexadecimal digits. */
  static boolean isMalformed(byte[] text) {
    for (int i = 0; i < text.length; i++) {
      if (text[i] == '%' && octetAt(text, i, text.length) < 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The normal form of RFC 3986, section 6.2.2: what need not be encoded is not, what is not ASCII
   * is, and hex digits are in upper case. Nothing else changes: no dots, slashes or letters.
   */
  static String normalForm(String urlPart) {
    if (urlPart.chars().allMatch(character -> character != '%' && isAscii(character))) {
      return urlPart;
    }
    byte[] text = urlPart.getBytes(StandardCharsets.UTF_8);
    StringBuilder normal = new StringBuilder(urlPart.length());
    int position = 0;
    while (position < text.length) {
      int octet = octetAt(text, position, text.length);
      append(normal, octet >= 0 ? octet : text[position] & 0xFF, octet >= 0);
      position += octet >= 0 ? ENCODED_BYTES : 1;
    }
    return normal.toString();
  }

  private static void append(StringBuilder normal, int octet, boolean encoded) {
    if (isAscii(octet) && (!encoded || UNRESERVED.indexOf(octet) >= 0)) {
      normal.append((char) octet);
    } else {
      normal.append('%').append(UPPER_CASE.toHexDigits((byte) octet));
    }
  }

  private static boolean isAscii(int character) {
    return character < 0x80;
  }
}
