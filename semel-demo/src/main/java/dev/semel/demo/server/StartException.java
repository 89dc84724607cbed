package dev.semel.demo.server;

/** The demo cannot start here; the message says, in a line, why and what to do. */
final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StartException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What lies under the layers of a framework, as far as it fits into a line. */
  static String innermostMessage(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return String.valueOf(innermost.getMessage()).lines().findFirst().orElse("no reason was given");
  }
}
