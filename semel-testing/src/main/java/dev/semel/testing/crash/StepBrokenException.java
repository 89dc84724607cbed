package dev.semel.testing.crash;

/** The explorer breaks a step that the handler told of: as if the other side were gone. */
public final class StepBrokenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StepBrokenException(String message) {
    super(message);
  }
}
