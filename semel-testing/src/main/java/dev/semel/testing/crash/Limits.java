package dev.semel.testing.crash;

import java.time.Duration;

/**
 * How long is waited in trials. Tests that must not depend on the speed of a machine have others.
 *
 * @param attempt for the end of an attempt, before it is said to hang
 * @param late for what should be there and is not yet
 * @param duplicate for the end of another attempt while the first one stands: one that polls for
 *     the first one's answer would go on for ever
 */
record Limits(Duration attempt, Duration late, Duration duplicate) {
  static final Limits STANDARD =
      new Limits(Duration.ofMinutes(2), Duration.ofSeconds(3), Duration.ofSeconds(3));

  Limits attempt(Duration other) {
    return new Limits(other, late, duplicate);
  }

  Limits late(Duration other) {
    return new Limits(attempt, other, duplicate);
  }

  Limits duplicate(Duration other) {
    return new Limits(attempt, late, other);
  }
}
