package dev.semel.client;

import java.time.Duration;

/** Refuses nonsense before any I/O, in words that name the field and the limit. */
final class Limits {
  /** Longer than any sensible setting, and short enough to be counted in nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Limits() {}

  static int between(String field, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s is %d; give %d to %d".formatted(field, value, min, max));
    }
    return value;
  }

  static Duration positive(String field, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(field + " is " + value + "; it must be longer than zero");
    }
    return notTooLong(field, value);
  }

  static Duration notNegative(String field, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(field + " is " + value + "; it must not be negative");
    }
    return notTooLong(field, value);
  }

  private static Duration notTooLong(String field, Duration value) {
    if (value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s is %s; at most %s is allowed".formatted(field, value, LONGEST));
    }
    return value;
  }

  /** The name of a header or of a method: a token in the sense of RFC 9110. */
  static String token(String field, String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException(field + " is empty");
    }
    for (int i = 0; i < value.length(); i++) {
      if (!isTokenCharacter(value.charAt(i))) {
        throw new IllegalArgumentException(
            "%s has the character U+%04X at position %d, which may not stand there"
                .formatted(field, (int) value.charAt(i), i));
      }
    }
    return value;
  }

  private static boolean isTokenCharacter(char c) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    boolean digit = c >= '0' && c <= '9';
    return letter || digit || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
  }
}
