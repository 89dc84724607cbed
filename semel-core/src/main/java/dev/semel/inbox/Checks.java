package dev.semel.inbox;

import java.time.Duration;
import java.util.Objects;

/** Refuses nonsense before any I/O, in words that name the field and never repeat its value. */
final class Checks {
  private Checks() {}

  /** Text of 1 to so many characters, without control characters or half surrogates. */
  static String text(String field, String value, int maxCharacters) {
    Objects.requireNonNull(value, field);
    if (value.isEmpty() || value.length() > maxCharacters) {
      throw new IllegalArgumentException(
          "%s has %d characters; give 1 to %d".formatted(field, value.length(), maxCharacters));
    }
    if (value.codePoints().anyMatch(Checks::isUnfit)) {
      throw new IllegalArgumentException(
          field + " has a control character or half a surrogate pair; remove it");
    }
    return value;
  }

  private static boolean isUnfit(int codePoint) {
    return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
  }

  static void between(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s is %d; give %d to %d".formatted(field, value, min, max));
    }
  }

  static void between(String field, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "%s is %s; give %s to %s".formatted(field, value, min, max));
    }
  }
}
