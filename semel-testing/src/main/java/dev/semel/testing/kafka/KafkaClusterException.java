package dev.semel.testing.kafka;

import org.jspecify.annotations.Nullable;

/** A test broker, or something a test helper asked of it, failed. The message says what. */
public final class KafkaClusterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  KafkaClusterException(String message) {
    super(message);
  }

  KafkaClusterException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
