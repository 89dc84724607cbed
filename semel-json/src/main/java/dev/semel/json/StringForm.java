package dev.semel.json;

import dev.semel.json.NotCanonicalJsonException.Reason;

/**
 * The canonical form of strings: every character literal, except those that JSON cannot hold
 * literally. Text is never normalised, trimmed or case-folded.
 */
final class StringForm {
  private static final int UNICODE_ESCAPE_DIGITS = 4;

  private StringForm() {}

  /** Reads the string at the cursor, quotes included, and appends its canonical form. */
  static void read(Cursor cursor, CanonicalText text) {
    cursor.expect('"');
    text.append('"');
    cursor.copyPlain(text);
    while (!cursor.accept('"')) {
      cursor.expect('\\');
      readEscape(cursor, text);
      cursor.copyPlain(text);
    }
    text.append('"');
  }

  private static void readEscape(Cursor cursor, CanonicalText text) {
    int letter = cursor.next();
    switch (letter) {
      case '"', '\\', '/' -> text.appendCharacter(letter);
      case 'b' -> text.appendCharacter('\b');
      case 't' -> text.appendCharacter('\t');
      case 'n' -> text.appendCharacter('\n');
      case 'f' -> text.appendCharacter('\f');
      case 'r' -> text.appendCharacter('\r');
      case 'u' -> text.appendCharacter(readCodePoint(cursor));
      default -> throw cursor.refusal(Reason.NOT_JSON);
    }
  }

  private static int readCodePoint(Cursor cursor) {
    char unit = readUnit(cursor);
    if (!Character.isSurrogate(unit)) {
      return unit;
    }
    if (Character.isLowSurrogate(unit) || !cursor.accept('\\') || !cursor.accept('u')) {
      throw cursor.refusal(Reason.HALF_SURROGATE);
    }
    char second = readUnit(cursor);
    if (!Character.isLowSurrogate(second)) {
      throw cursor.refusal(Reason.HALF_SURROGATE);
    }
    return Character.toCodePoint(unit, second);
  }

  private static char readUnit(Cursor cursor) {
    int unit = 0;
    for (int i = 0; i < UNICODE_ESCAPE_DIGITS; i++) {
      unit = (unit << 4) | readHexDigit(cursor);
    }
    return (char) unit;
  }

  private static int readHexDigit(Cursor cursor) {
    int b = cursor.peek();
    // Character.digit also takes digits of other scripts, which no single byte can be.
    int digit = b == Cursor.END || b >= 0x80 ? -1 : Character.digit(b, 16);
    if (digit < 0) {
      throw cursor.refusal(Reason.NOT_JSON);
    }
    cursor.next();
    return digit;
  }

  /** The canonical form of a text without half surrogates, in quotes. */
  static byte[] of(String value) {
    CanonicalText text = new CanonicalText(value.length() + 2);
    text.append('"');
    value.codePoints().forEach(text::appendCharacter);
    text.append('"');
    return text.toByteArray();
  }
}
