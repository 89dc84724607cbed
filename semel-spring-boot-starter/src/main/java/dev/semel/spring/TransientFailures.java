package dev.semel.spring;

import dev.semel.jdbc.SqlStates;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.support.PersistenceExceptionTranslator;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Recognises failures that another attempt may not meet: lost races, deadlocks, timeouts, a
 * database that is unavailable. What an application answers to them is not the answer to the
 * command.
 *
 * <p>As a bean it translates nothing. It is asked about every exception of a repository, so that
 * also those are seen that the application catches.
 */
public final class TransientFailures implements PersistenceExceptionTranslator {
  private static final int MAX_CHAIN_LENGTH = 50;

  /** By their names, because JPA may not be there. */
  private static final Set<String> OF_JPA =
      Set.of(
          "jakarta.persistence.OptimisticLockException",
          "jakarta.persistence.PessimisticLockException",
          "jakarta.persistence.LockTimeoutException",
          "jakarta.persistence.QueryTimeoutException");

  private final ObjectProvider<SpringTransactions> transactions;

  TransientFailures(ObjectProvider<SpringTransactions> transactions) {
    this.transactions = transactions;
  }

  @Override
  public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException failure) {
    transactions.ifAvailable(there -> there.noteTransient(failure));
    return null;
  }

  /** Whether a failure, or one of its causes, is transient. */
  public static boolean isTransient(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < MAX_CHAIN_LENGTH && cause != null; i++) {
      if (isTransientItself(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return SqlStates.chain(failure).stream().anyMatch(SqlStates::isTransient);
  }

  private static boolean isTransientItself(Throwable failure) {
    return failure instanceof TransientDataAccessException
        || failure instanceof RecoverableDataAccessException
        || failure instanceof DataAccessResourceFailureException
        || failure instanceof CannotCreateTransactionException
        || failure instanceof TransactionTimedOutException
        || OF_JPA.contains(failure.getClass().getName());
  }
}
