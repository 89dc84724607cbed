package dev.semel.kafka.consumer;

import java.time.Duration;

/** Refuses nonsense before any I/O, in words that name the field. */
final class Checks {
  private Checks() {}

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
