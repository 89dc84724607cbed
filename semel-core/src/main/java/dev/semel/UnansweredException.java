package dev.semel;

/**
 * Thrown by {@link Outcome#orElseThrow()} when there is no answer to return: the intent is in
 * progress, its key was reused with another payload, or its outcome is unknown. The message says
 * which and what to do.
 */
public final class UnansweredException extends SemelException {
  private static final long serialVersionUID = 1L;

  private final transient Outcome<?> outcome;

  UnansweredException(Outcome<?> outcome, String message) {
    super(message);
    this.outcome = outcome;
  }

  public Outcome<?> outcome() {
    return outcome;
  }
}
