package dev.semel.demo.database;

/** There is no database to work on; the message says, in a line, why and what to do. */
public final class NoDatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoDatabaseException(String message) {
    super(message);
  }

  NoDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What a failure says, as far as it fits into a line. */
  static String firstLine(Exception failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason was given");
  }
}
