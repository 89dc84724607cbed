package dev.semel.debezium;

import java.time.Duration;

/** Refuses nonsense at once, in words that name the setting and the limit. */
final class Checks {
  private Checks() {}

  static void text(String field, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(field + " is blank; give one");
    }
  }

  static void between(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s is %d; give %d to %d".formatted(field, value, min, max));
    }
  }

  static void positive(String field, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(field + " is " + value + "; it must be longer than zero");
    }
  }
}
