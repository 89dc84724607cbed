package dev.semel.spring;

import dev.semel.JdbcCommand;
import dev.semel.Outcome;
import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.CommandEnd;
import dev.semel.jdbc.TransactionFramework.CallersTransaction;
import dev.semel.jdbc.TransactionFramework.JoinedCommand;
import dev.semel.postgres.connection.CommandTransaction;
import dev.semel.spring.internal.EffectBinding;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction that a caller is in, for a command that joins it: a transaction of Spring, or
 * another command outside of any transaction of Spring. For one thread.
 *
 * <p>A command that fails or is rejected is undone by a savepoint, and what the caller did before
 * is left alone. Where the transaction has a persistence context, which knows no savepoints, the
 * whole of it is marked for rollback instead, and a rejection is not stored.
 */
public abstract class JoinedTransaction implements CallersTransaction {
  private final SpringTransactions transactions;

  private JoinedTransaction(SpringTransactions transactions) {
    this.transactions = transactions;
  }

  /** The transaction that this thread is in, or null if there is none. */
  public static @Nullable JoinedTransaction current(SpringTransactions transactions) {
    return (JoinedTransaction) transactions.callersTransaction();
  }

  /**
   * The transaction that Spring has begun on this thread.
   *
   * @throws TransactionMisuseException if it cannot store anything, or is another database's
   */
  static JoinedTransaction ofSpring(SpringTransactions transactions) {
    if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
      throw new TransactionMisuseException(
          "the caller's transaction is read-only, so the outcome of a command cannot be stored in it; take readOnly from its @Transactional");
    }
    TransactionStatus status = statusOf(transactions.manager());
    Connection connection =
        SpringTransactions.boundConnection(transactions.dataSource()).orElseThrow();
    return new OfSpring(transactions, status, connection);
  }

  private static TransactionStatus statusOf(PlatformTransactionManager manager) {
    try {
      return manager.getTransaction(
          SpringTransactions.definition(TransactionDefinition.PROPAGATION_MANDATORY));
    } catch (IllegalTransactionStateException notOurs) {
      throw new TransactionMisuseException(
          "the transaction that this thread is in is not one on the data source that the intents are kept in, so the command cannot join it; begin it with the transaction manager of that data source, or end it first",
          notOurs);
    }
  }

  /** Another command that runs on this thread. */
  static JoinedTransaction ofCommand(SpringTransactions transactions, CommandTransaction command) {
    return new OfCommand(transactions, command);
  }

  final SpringTransactions transactions() {
    return transactions;
  }

  abstract Connection connection();

  /** Writes what a persistence context holds back. */
  abstract void flush();

  /** Wakes relays once the transaction has committed. */
  abstract void wakeUpAfterCommit();

  /** Runs an effect, and refuses that it leaves the transaction. */
  public abstract <R> R guarded(EffectBinding.Work<R> work) throws SQLException;

  /** Whether something that ran in it may leave behind what no savepoint undoes. */
  abstract boolean hasPersistenceContext();

  /**
   * Takes part no longer.
   *
   * @param over whether what ran is over or undone; if not, the caller's transaction cannot commit
   *     where it has a persistence context
   */
  abstract void leave(boolean over);

  /** Work on the connection of the transaction. */
  public interface Work<R> {
    R on(Connection connection);
  }

  /** Takes part while work runs; what the persistence context holds back is written first. */
  public final <R> R during(Work<R> work, Predicate<R> over) {
    boolean isOver = false;
    try {
      flush();
      wakeUpAfterCommit();
      R result = work.on(connection());
      isOver = over.test(result);
      return result;
    } finally {
      leave(isOver);
    }
  }

  @Override
  public <R> Outcome<R> join(JoinedCommand<R> command, JdbcCommand<R> effect) {
    JdbcCommand<R> bound = EffectBinding.bound(effect);
    return during(
        connection -> command.run(connection, running -> guarded(() -> bound.run(running))),
        outcome -> outcome.isDone() || !isUndoneByRollbackOnly(outcome));
  }

  /** Whether the effect ran and left something behind that no savepoint undoes. */
  private boolean isUndoneByRollbackOnly(Outcome<?> outcome) {
    return hasPersistenceContext()
        && outcome instanceof Outcome.Rejected<?> rejected
        && !rejected.replayed();
  }

  /** A transaction of Spring. */
  private static final class OfSpring extends JoinedTransaction {
    private final TransactionStatus status;
    private final Connection connection;

    OfSpring(SpringTransactions transactions, TransactionStatus status, Connection connection) {
      super(transactions);
      this.status = status;
      this.connection = connection;
    }

    @Override
    Connection connection() {
      return connection;
    }

    @Override
    void flush() {
      status.flush();
    }

    @Override
    void wakeUpAfterCommit() {
      AfterCommit.run(transactions().wakeUp());
    }

    @Override
    public <R> R guarded(EffectBinding.Work<R> work) throws SQLException {
      EffectGuard guard = new EffectGuard(transactions(), null);
      TransactionSynchronizationManager.registerSynchronization(guard);
      try {
        R result = work.run();
        flush();
        guard.refuseOtherDataSources();
        return result;
      } finally {
        guard.end();
      }
    }

    @Override
    boolean hasPersistenceContext() {
      return !(transactions().manager() instanceof DataSourceTransactionManager);
    }

    @Override
    void leave(boolean over) {
      if (over || !hasPersistenceContext()) {
        transactions().manager().commit(status);
      } else {
        transactions().manager().rollback(status);
      }
    }
  }

  /** A command outside of any transaction of Spring. Each transaction within is a part of it. */
  private static final class OfCommand extends JoinedTransaction {
    private final CommandTransaction command;
    private final int position;

    OfCommand(SpringTransactions transactions, CommandTransaction command) {
      super(transactions);
      this.command = command;
      this.position = command.position();
    }

    @Override
    Connection connection() {
      return command.effectConnection();
    }

    @Override
    void flush() {
      // Every transaction of Spring within has ended, and has flushed.
    }

    @Override
    void wakeUpAfterCommit() {
      command.onEnd(
          end -> {
            if (end == CommandEnd.COMMITTED) {
              transactions().wakeUp().run();
            }
          });
    }

    @Override
    public <R> R guarded(EffectBinding.Work<R> work) throws SQLException {
      return work.run();
    }

    @Override
    boolean hasPersistenceContext() {
      return false;
    }

    @Override
    void leave(boolean over) {
      if (!over) {
        command.undoneSince(position);
      }
    }
  }
}
