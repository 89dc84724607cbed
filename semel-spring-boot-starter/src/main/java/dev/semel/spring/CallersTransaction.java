package dev.semel.spring;

import dev.semel.TransactionMisuseException;
import java.sql.Connection;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Takes part in the transaction that the caller is in. For one thread. */
final class CallersTransaction {
  private final PlatformTransactionManager manager;
  private final TransactionStatus status;
  private final Connection connection;

  private CallersTransaction(
      PlatformTransactionManager manager, TransactionStatus status, Connection connection) {
    this.manager = manager;
    this.status = status;
    this.connection = connection;
  }

  /** Whether there is one. */
  static boolean isThere() {
    return TransactionSynchronizationManager.isActualTransactionActive();
  }

  /**
   * Takes part.
   *
   * @throws TransactionMisuseException if it cannot store anything, or is another database's
   */
  static CallersTransaction takePart(SpringTransactions transactions) {
    if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
      throw new TransactionMisuseException(
          "the caller's transaction is read-only, so the outcome of a command cannot be stored in it; take readOnly from its @Transactional");
    }
    TransactionStatus status = statusOf(transactions.manager());
    Connection connection =
        SpringTransactions.boundConnection(transactions.dataSource()).orElseThrow();
    return new CallersTransaction(transactions.manager(), status, connection);
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

  Connection connection() {
    return connection;
  }

  /** Writes what a persistence context holds back. */
  void flush() {
    status.flush();
  }

  /** Whether something that ran in it may leave behind what no savepoint undoes. */
  boolean hasPersistenceContext() {
    return !(manager instanceof DataSourceTransactionManager);
  }

  /**
   * Takes part no longer.
   *
   * @param over whether what ran is over or undone; if not, the caller's transaction cannot commit
   *     where it has a persistence context
   */
  void leave(boolean over) {
    if (over || !hasPersistenceContext()) {
      manager.commit(status);
    } else {
      manager.rollback(status);
    }
  }
}
