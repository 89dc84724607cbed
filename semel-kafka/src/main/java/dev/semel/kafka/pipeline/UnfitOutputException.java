package dev.semel.kafka.pipeline;

/** An output can never be written, whatever the brokers do. */
final class UnfitOutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfitOutputException(String message, Throwable cause) {
    super(message, cause);
  }
}
