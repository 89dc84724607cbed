package dev.semel.relay;

import java.time.Duration;

/** Refuses nonsense at once, in words that name the setting and the limit. */
final class Checks {
  private Checks() {}

  static String name(String field, String value, int maxCharacters) {
    if (value.isBlank() || value.length() > maxCharacters) {
      throw new IllegalArgumentException(
          "%s has %d characters; give 1 to %d, not all blank"
              .formatted(field, value.length(), maxCharacters));
    }
    return value;
  }

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
    return value;
  }
}
