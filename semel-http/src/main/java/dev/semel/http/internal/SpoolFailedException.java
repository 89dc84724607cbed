package dev.semel.http.internal;

import java.io.IOException;

/** Thrown if a body is too large for memory and cannot be written to a file. */
final class SpoolFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  SpoolFailedException(String message, IOException cause) {
    super(message, cause);
  }
}
