package dev.semel.torture;

/** The command line asks for something that cannot be done. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
