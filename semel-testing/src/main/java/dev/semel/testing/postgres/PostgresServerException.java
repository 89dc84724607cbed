package dev.semel.testing.postgres;

/**
 * A test server, or a statement a test helper ran on it, failed. The message says what to look at.
 */
public final class PostgresServerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PostgresServerException(String message) {
    super(message);
  }

  PostgresServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
