package dev.semel;

import java.time.Duration;
import java.util.Objects;

/**
 * Refuses nonsense before any I/O, in words that name the field and the limit and never repeat the
 * value, which may be secret.
 */
final class Limits {
  private Limits() {}

  /**
   * Text of 1 to {@code maxCharacters} characters without control characters or half surrogates.
   */
  static String text(String field, String value, int maxCharacters) {
    Objects.requireNonNull(value, field);
    if (value.isEmpty()) {
      throw new IllegalArgumentException(
          field + " is empty; give 1 to " + maxCharacters + " characters");
    }
    return textOrEmpty(field, value, maxCharacters);
  }

  private static String textOrEmpty(String field, String value, int maxCharacters) {
    noLongerThan(field, value, maxCharacters);
    for (int i = 0; i < value.length(); i++) {
      if (Character.isISOControl(value.charAt(i))) {
        throw new IllegalArgumentException(
            "%s has the control character U+%04X at position %d; remove it"
                .formatted(field, (int) value.charAt(i), i));
      }
    }
    wellFormed(field, value);
    return value;
  }

  /**
   * Text for people: may be empty and may have line breaks; NUL is refused, no database keeps it.
   */
  static void prose(String field, String value, int maxCharacters) {
    noLongerThan(field, value, maxCharacters);
    int nul = value.indexOf('\0');
    if (nul >= 0) {
      throw new IllegalArgumentException(
          "%s has the character U+0000 at position %d; remove it".formatted(field, nul));
    }
    wellFormed(field, value);
  }

  private static void noLongerThan(String field, String value, int maxCharacters) {
    if (value.length() > maxCharacters) {
      throw new IllegalArgumentException(
          "%s has %d characters; at most %d are allowed"
              .formatted(field, value.length(), maxCharacters));
    }
  }

  private static void wellFormed(String field, String value) {
    for (int i = 0; i < value.length(); i++) {
      int codePoint = value.codePointAt(i);
      if (Character.getType(codePoint) == Character.SURROGATE) {
        throw new IllegalArgumentException(
            "%s has half a surrogate pair at position %d; it is not valid Unicode text"
                .formatted(field, i));
      }
      i += Character.charCount(codePoint) - 1;
    }
  }

  static long atLeast(String field, long value, long min) {
    if (value < min) {
      throw new IllegalArgumentException(
          "%s is %d; at least %d is needed".formatted(field, value, min));
    }
    return value;
  }

  static void positive(String field, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(field + " is " + value + "; it must be longer than zero");
    }
  }

  static void notNegative(String field, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(field + " is " + value + "; it must not be negative");
    }
  }
}
