package dev.semel.http.internal;

/**
 * Thrown to a handler that asks for the parameters of a form which cannot be read. If the handler
 * does not catch it, the filter answers with status 400, as servlet containers do.
 */
final class MalformedFormException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  MalformedFormException(String message) {
    super(message);
  }

  MalformedFormException(String message, Exception cause) {
    super(message, cause);
  }
}
