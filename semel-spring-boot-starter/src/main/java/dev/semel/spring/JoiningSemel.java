package dev.semel.spring;

import dev.semel.Done;
import dev.semel.Intent;
import dev.semel.JdbcAction;
import dev.semel.JdbcCommand;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.TransactionMisuseException;
import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

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

  public JoiningSemel(Semel semel, SpringTransactions transactions) {
    this.semel = semel;
    this.transactions = transactions;
  }

  /** As {@link Semel#once}, in the caller's transaction if there is one. */
  public <R> Outcome<R> once(Intent<R> intent, JdbcCommand<R> command) {
    return TransactionSynchronizationManager.isActualTransactionActive()
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
    if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
      throw new TransactionMisuseException(
          "the caller's transaction is read-only, so the outcome of a command cannot be stored in it; take readOnly from its @Transactional");
    }
    TransactionStatus status = takePart();
    Connection connection =
        SpringTransactions.boundConnection(transactions.dataSource()).orElseThrow();
    return participate(new Joined<>(connection, status, intent, command));
  }

  private TransactionStatus takePart() {
    try {
      return transactions
          .manager()
          .getTransaction(
              SpringTransactions.definition(TransactionDefinition.PROPAGATION_MANDATORY));
    } catch (IllegalTransactionStateException notOurs) {
      throw new TransactionMisuseException(
          "the transaction that this thread is in is not one on the data source that the intents are kept in, so the command cannot join it; begin it with the transaction manager of that data source, or end it first",
          notOurs);
    }
  }

  /** A command in a caller's transaction. */
  private record Joined<R>(
      Connection connection, TransactionStatus status, Intent<R> intent, JdbcCommand<R> command) {}

  private <R> Outcome<R> participate(Joined<R> joined) {
    boolean over = false;
    try {
      // What the caller's persistence context holds back must be on the near side of the savepoint.
      joined.status().flush();
      Outcome<R> outcome = guarded(joined);
      over = outcome.isDone() || !undoneByRollbackOnly(outcome);
      return outcome;
    } finally {
      end(joined.status(), over);
    }
  }

  private <R> Outcome<R> guarded(Joined<R> joined) {
    return semel
        .within(joined.connection())
        .once(
            joined.intent(),
            effect -> {
              EffectGuard guard = transactions.guard();
              try {
                R result = CurrentEffect.during(effect, () -> joined.command().run(effect));
                joined.status().flush();
                guard.refuseOtherDataSources();
                return result;
              } finally {
                guard.end();
              }
            });
  }

  /** Whether the effect ran and left something behind that no savepoint undoes. */
  private boolean undoneByRollbackOnly(Outcome<?> outcome) {
    return hasPersistenceContext()
        && outcome instanceof Outcome.Rejected<?> rejected
        && !rejected.replayed();
  }

  private boolean hasPersistenceContext() {
    return !(transactions.manager() instanceof DataSourceTransactionManager);
  }

  private void end(TransactionStatus status, boolean over) {
    if (over || !hasPersistenceContext()) {
      transactions.manager().commit(status);
    } else {
      transactions.manager().rollback(status);
    }
  }
}
