package dev.semel.kafka.pipeline;

/** A lane was asked to stop in the middle of a transaction, which is then aborted: no failure. */
final class StopAskedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StopAskedException() {
    super("the lane was asked to stop");
  }
}
