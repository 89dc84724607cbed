package dev.semel.webhook;

import java.time.Duration;

/** Refuses nonsense at once, in words that name the setting and the limit. */
final class Checks {
  private Checks() {}

  static int between(String field, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s is %d; give %d to %d".formatted(field, value, min, max));
    }
    return value;
  }

  static Duration between(String field, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "%s is %s; give %s to %s".formatted(field, value, min, max));
    }
    return value;
  }
}
