package dev.semel.bench.beside;

import java.time.Duration;

/**
 * How long things are waited for that nothing announces.
 *
 * @param duplicateWait how long a duplicate has to answer while the first still runs
 * @param secondDelivery how long a second delivery is waited for
 * @param settling how long a library is left alone at the end, so that it may do something twice
 */
record Timing(Duration duplicateWait, Duration secondDelivery, Duration settling) {
  static Timing standard() {
    return new Timing(Duration.ofSeconds(8), Duration.ofSeconds(40), Duration.ofSeconds(3));
  }

  /** To see that it works; what comes late is not seen. */
  static Timing brief() {
    return new Timing(Duration.ofSeconds(1), Duration.ofSeconds(20), Duration.ofMillis(100));
  }
}
