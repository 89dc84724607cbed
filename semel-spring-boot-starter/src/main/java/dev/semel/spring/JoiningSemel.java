package dev.semel.spring;

import dev.semel.Done;
import dev.semel.Intent;
import dev.semel.JdbcAction;
import dev.semel.JdbcCommand;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.Semel;
import java.sql.SQLException;

/**
 * Runs commands in the transaction that the caller is in, and in one of their own where there is
 * none. {@link Semel#once} on the other hand refuses to be called inside a transaction. While a
 * command runs, its effect is the {@link CurrentEffect}.
 *
 * <p><b>Guarantee.</b> In a caller's transaction, what is executed is done once the caller has
 * committed, and undone if it rolls back. Nothing is retried and nobody waits there. A command that
 * fails or is rejected is undone by a savepoint, and what the caller did before is left alone;
 * where the transaction has a persistence context, which knows no savepoints, the whole of it is
 * marked for rollback instead, and a rejection is not stored. <b>Order.</b> None between intents.
 * <b>Threads.</b> Safe for use by several threads.
 */
public final class JoiningSemel {
  private final Semel semel;
  private final SpringTransactions transactions;
  private final Runnable wakeUp;

  public JoiningSemel(Semel semel, SpringTransactions transactions) {
    this(semel, transactions, () -> {});
  }

  /**
   * @param wakeUp called after the commit of a caller's transaction that may have published events
   */
  public JoiningSemel(Semel semel, SpringTransactions transactions, Runnable wakeUp) {
    this.semel = semel;
    this.transactions = transactions;
    this.wakeUp = wakeUp;
  }

  /** As {@link Semel#once}, in the caller's transaction if there is one. */
  public <R> Outcome<R> once(Intent<R> intent, JdbcCommand<R> command) {
    return CallersTransaction.isThere()
        ? join(intent, command)
        : semel.once(intent, effect -> onItsOwn(command, effect));
  }

  private static <R> R onItsOwn(JdbcCommand<R> command, JdbcEffect effect) throws SQLException {
    SpringTransactions.refuseUnlessBegunBySpring();
    return CurrentEffect.during(effect, () -> command.run(effect));
  }

  /** As {@link #once}, for a command without a result. */
  public Outcome<Done> perform(Intent<Done> intent, JdbcAction action) {
    return once(intent, action.asCommand());
  }

  private <R> Outcome<R> join(Intent<R> intent, JdbcCommand<R> command) {
    CallersTransaction callers = CallersTransaction.takePart(transactions);
    boolean over = false;
    try {
      // What the caller's persistence context holds back must be on the near side of the savepoint.
      callers.flush();
      AfterCommit.run(wakeUp);
      Outcome<R> outcome = guarded(callers, intent, command);
      over = outcome.isDone() || !undoneByRollbackOnly(callers, outcome);
      return outcome;
    } finally {
      callers.leave(over);
    }
  }

  private <R> Outcome<R> guarded(
      CallersTransaction callers, Intent<R> intent, JdbcCommand<R> command) {
    return semel
        .within(callers.connection())
        .once(
            intent,
            effect -> {
              EffectGuard guard = transactions.guard();
              try {
                R result = CurrentEffect.during(effect, () -> command.run(effect));
                callers.flush();
                guard.refuseOtherDataSources();
                return result;
              } finally {
                guard.end();
              }
            });
  }

  /** Whether the effect ran and left something behind that no savepoint undoes. */
  private static boolean undoneByRollbackOnly(CallersTransaction callers, Outcome<?> outcome) {
    return callers.hasPersistenceContext()
        && outcome instanceof Outcome.Rejected<?> rejected
        && !rejected.replayed();
  }
}
