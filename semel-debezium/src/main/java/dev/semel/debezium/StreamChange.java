package dev.semel.debezium;

import java.time.Duration;

/** Something changed about how a relay reads the log. Exactly one of these. */
public sealed interface StreamChange {
  String relay();

  /** A slot was made; what was committed before it is read from the outbox. */
  record SlotCreated(String relay, String slot) implements StreamChange {}

  /**
   * The slot does not have everything since what was passed last, and a new one is made. What lies
   * between is read from the outbox. What was published since the last mark is published again.
   *
   * @param reason what became of it
   */
  record SlotLost(String relay, String slot, String reason) implements StreamChange {}

  /** The log is being read. */
  record Streaming(String relay, String slot) implements StreamChange {}

  /** Reading the log has failed and is tried again. */
  record StreamFailed(String relay, Duration pause, String reason) implements StreamChange {}

  /** The slot keeps more log than configured, or is in danger. */
  record SlotLagging(String relay, SlotStatus status) implements StreamChange {}

  /** The slot keeps no more log than configured again. */
  record SlotRecovered(String relay, SlotStatus status) implements StreamChange {}
}
