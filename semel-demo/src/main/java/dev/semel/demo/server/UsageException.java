package dev.semel.demo.server;

/** The command line makes no sense; the message says what would. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
