package dev.semel.json;

import dev.semel.json.NotCanonicalJsonException.Reason;

/** A position in the bytes of a document. The bytes are known to be UTF-8. Used by one thread. */
final class Cursor {
  /** What {@link #peek} returns behind the last byte. */
  static final int END = -1;

  private final byte[] json;
  private int position;

  Cursor(byte[] json) {
    this.json = json;
  }

  int position() {
    return position;
  }

  /** The byte here, 0 to 255, or {@link #END}. */
  int peek() {
    return position < json.length ? json[position] & 0xFF : END;
  }

  /** As {@link #peek}, and steps over it. */
  int next() {
    int here = peek();
    position += here == END ? 0 : 1;
    return here;
  }

  boolean accept(char expected) {
    boolean found = peek() == expected;
    position += found ? 1 : 0;
    return found;
  }

  void expect(char expected) {
    if (!accept(expected)) {
      throw refusal(Reason.NOT_JSON);
    }
  }

  void expect(String word) {
    for (int i = 0; i < word.length(); i++) {
      expect(word.charAt(i));
    }
  }

  void skipWhitespace() {
    while (isWhitespace(peek())) {
      position++;
    }
  }

  private static boolean isWhitespace(int b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  /** Steps over the bytes that stand in a canonical string as they are, and copies them. */
  void copyPlain(CanonicalText text) {
    int from = position;
    while (position < json.length && isPlain(json[position])) {
      position++;
    }
    text.append(json, from, position - from);
  }

  /** Bytes of characters beyond ASCII are negative, and plain. */
  private static boolean isPlain(byte b) {
    return b != '"' && b != '\\' && (b < 0 || b >= ' ');
  }

  NotCanonicalJsonException refusal(Reason reason) {
    return NotCanonicalJsonException.at(position, reason);
  }
}
