package dev.semel.kafka.consumer;

import java.time.Duration;

/** What is to become of a record after an attempt. Exactly one of these. */
sealed interface Verdict {
  /** It is taken care of; its offset may be passed. */
  record Pass() implements Verdict {}

  /**
   * It is tried again, and what is behind it in its key waits.
   *
   * @param alone whether by itself, in a transaction of its own
   */
  record Again(Duration after, boolean alone) implements Verdict {}
}
