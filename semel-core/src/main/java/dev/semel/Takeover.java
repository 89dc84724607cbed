package dev.semel;

/**
 * What happens to leased work whose owner let the lease run out.
 *
 * @param <R> the result of the command
 */
public sealed interface Takeover<R> {
  /** The next attempt runs it again. For work that may be repeated from its start. */
  record TakeOver<R>() implements Takeover<R> {}

  /** Nobody runs it until an operator has decided. */
  record Block<R>() implements Takeover<R> {}

  /** The next attempt asks a probe what happened, and does what it says. */
  record Ask<R>(RecoveryProbe<R> probe) implements Takeover<R> {}

  static <R> Takeover<R> takeOver() {
    return new TakeOver<>();
  }

  static <R> Takeover<R> block() {
    return new Block<>();
  }

  static <R> Takeover<R> ask(RecoveryProbe<R> probe) {
    return new Ask<>(probe);
  }
}
