package dev.semel.relay;

/** What becomes of the events that follow a dead letter in its aggregate. */
public enum AfterDeadLetter {
  /** They wait behind it, until it is redriven or discarded. Order is kept. */
  WAIT,
  /** They go on without it. Its consumers see a gap, and an old event when it is redriven. */
  GO_ON
}
