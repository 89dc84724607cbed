package dev.semel.kafka.pipeline;

/** A transform failed for good, and there is nowhere to put the record. */
final class TransformFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TransformFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
