package dev.semel.spring.internal.listener;

/** Carries what a method declares to throw past those who may not. */
final class CheckedFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Throwable thrown;

  CheckedFailure(Throwable thrown) {
    super(thrown.getMessage(), thrown);
    this.thrown = thrown;
  }

  @Override
  public synchronized Throwable getCause() {
    return thrown;
  }
}
