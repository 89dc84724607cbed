package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * What a command works with while it runs: the transaction, and what commits with it. Everything
 * done through it commits together with the stored outcome, or not at all. It may be run again from
 * the start when the transaction has to be retried, so it must do nothing outside the transaction.
 *
 * <p>For the thread that runs the command, while it runs; not later and not elsewhere.
 *
 * @param <T> the store's transaction handle
 */
public interface Effect<T> {
  /** The handle of the running transaction. Committing and rolling back are Semel's part. */
  T transaction();

  /** The intent that is being run. */
  IntentId intent();

  /** 1 for the first attempt of this call, more when the transaction was retried. */
  int attempt();

  /** Adds an audit entry. One command has one entry per action and subject. */
  void audit(String action, String subject, @Nullable String detail);

  /** Publishes an event if and only if this effect commits. */
  void publish(Event event);

  /**
   * Says no for business reasons: rolls the effect back and tells the caller. Never returns; it is
   * declared to return so that {@code throw effect.reject(…)} satisfies the compiler.
   */
  default RejectedException reject(String code, String detail) {
    throw new RejectedException(code, detail);
  }
}
