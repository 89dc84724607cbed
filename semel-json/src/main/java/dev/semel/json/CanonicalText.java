package dev.semel.json;

import java.util.Arrays;

/** The canonical text while it is built: a growing run of UTF-8 bytes. Used by one thread. */
final class CanonicalText {
  private static final byte[] HEX_DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private byte[] bytes;
  private int length;

  CanonicalText(int capacityBytes) {
    bytes = new byte[capacityBytes];
  }

  int length() {
    return length;
  }

  byte[] bytes() {
    return bytes;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  int at(int index) {
    return bytes[index] & 0xFF;
  }

  void truncate(int newLength) {
    length = newLength;
  }

  void append(int b) {
    room(1);
    bytes[length++] = (byte) b;
  }

  void append(byte[] source, int from, int count) {
    room(count);
    System.arraycopy(source, from, bytes, length, count);
    length += count;
  }

  void append(String ascii) {
    for (int i = 0; i < ascii.length(); i++) {
      append(ascii.charAt(i));
    }
  }

  /** A character of a string, escaped if the canonical form escapes it. */
  void appendCharacter(int codePoint) {
    if (codePoint < ' ' || codePoint == '"' || codePoint == '\\') {
      appendEscaped(codePoint);
    } else if (codePoint < 0x80) {
      append(codePoint);
    } else {
      appendBeyondAscii(codePoint);
    }
  }

  private void appendEscaped(int c) {
    append('\\');
    switch (c) {
      case '"', '\\' -> append(c);
      case '\b' -> append('b');
      case '\t' -> append('t');
      case '\n' -> append('n');
      case '\f' -> append('f');
      case '\r' -> append('r');
      default -> {
        append("u00");
        append(HEX_DIGITS[c >> 4]);
        append(HEX_DIGITS[c & 0xF]);
      }
    }
  }

  private void appendBeyondAscii(int codePoint) {
    if (codePoint < 0x800) {
      append(0xC0 | (codePoint >> 6));
    } else {
      appendLeadOfThreeOrFour(codePoint);
      append(continuation(codePoint >> 6));
    }
    append(continuation(codePoint));
  }

  private void appendLeadOfThreeOrFour(int codePoint) {
    if (codePoint < 0x10000) {
      append(0xE0 | (codePoint >> 12));
    } else {
      append(0xF0 | (codePoint >> 18));
      append(continuation(codePoint >> 12));
    }
  }

  private static int continuation(int bits) {
    return 0x80 | (bits & 0x3F);
  }

  private void room(int count) {
    if (bytes.length - length < count) {
      int grown = bytes.length + (bytes.length >> 1);
      bytes = Arrays.copyOf(bytes, Math.max(grown, length + count));
    }
  }
}
