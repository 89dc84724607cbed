package dev.semel.json;

import dev.semel.json.NotCanonicalJsonException.Reason;

/**
 * The canonical form of numbers: an integer without trailing zeros, then, unless it is zero, {@code
 * e} and the exponent of ten. {@code 1}, {@code 1.0}, {@code 1e0} and {@code 10e-1} are all {@code
 * 1}; {@code 1.50} is {@code 15e-1}; zero has no sign. The value is exact, so that large ids and
 * amounts which a double would round together stay apart.
 *
 * <p>Literals are read digit by digit and never become a {@code BigDecimal}: {@code 1e1000000000}
 * costs its twelve characters and no more. The limits hold for the value, not for its spelling, so
 * that two spellings of a number either both have a canonical form or neither has.
 */
final class NumberForm {
  /** Beyond any exponent that the digits of a document could bring back within the limit. */
  private static final long EXPONENT_CEILING = 1_000_000_000_000L;

  private final Cursor cursor;
  private final CanonicalText text;

  private NumberForm(Cursor cursor, CanonicalText text) {
    this.cursor = cursor;
    this.text = text;
  }

  /** Reads the number at the cursor and appends its canonical form. */
  static void read(Cursor cursor, CanonicalText text) {
    new NumberForm(cursor, text).read();
  }

  private void read() {
    int start = text.length();
    if (cursor.accept('-')) {
      text.append('-');
    }
    int firstDigit = text.length();
    readInteger(firstDigit);
    long exponent = -readFraction(firstDigit);
    exponent += readExponent();
    if (text.length() == firstDigit) {
      text.truncate(start);
      text.append('0');
    } else {
      finish(firstDigit, exponent + dropTrailingZeros());
    }
  }

  private void readInteger(int firstDigit) {
    if (!cursor.accept('0')) {
      readDigits(firstDigit);
    }
  }

  /** The number of digits behind the point. */
  private long readFraction(int firstDigit) {
    return cursor.accept('.') ? readDigits(firstDigit) : 0;
  }

  /** Appends the digits, all but leading zeros; returns how many there were, at least one. */
  private int readDigits(int firstDigit) {
    int from = cursor.position();
    requireDigit();
    while (isDigit(cursor.peek())) {
      int digit = cursor.next();
      if (digit != '0' || text.length() > firstDigit) {
        text.append(digit);
      }
    }
    return cursor.position() - from;
  }

  private long readExponent() {
    if (!cursor.accept('e') && !cursor.accept('E')) {
      return 0;
    }
    boolean negative = cursor.accept('-');
    if (!negative) {
      cursor.accept('+');
    }
    long magnitude = readMagnitude();
    return negative ? -magnitude : magnitude;
  }

  private long readMagnitude() {
    requireDigit();
    long magnitude = 0;
    while (isDigit(cursor.peek())) {
      magnitude = Math.min(EXPONENT_CEILING, magnitude * 10 + cursor.next() - '0');
    }
    return magnitude;
  }

  private void requireDigit() {
    if (!isDigit(cursor.peek())) {
      throw cursor.refusal(Reason.NOT_JSON);
    }
  }

  private static boolean isDigit(int b) {
    return b >= '0' && b <= '9';
  }

  private int dropTrailingZeros() {
    int end = text.length();
    while (text.at(end - 1) == '0') {
      end--;
    }
    int dropped = text.length() - end;
    text.truncate(end);
    return dropped;
  }

  private void finish(int firstDigit, long exponent) {
    if (text.length() - firstDigit > CanonicalJson.MAX_SIGNIFICANT_DIGITS) {
      throw cursor.refusal(Reason.TOO_MANY_DIGITS);
    }
    if (Math.abs(exponent) > CanonicalJson.MAX_EXPONENT) {
      throw cursor.refusal(Reason.EXPONENT_TOO_LARGE);
    }
    if (exponent != 0) {
      text.append('e');
      text.append(Long.toString(exponent));
    }
  }
}
