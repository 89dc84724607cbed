package dev.semel.spring;

import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.SqlStates;
import dev.semel.jdbc.TransactionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Lets Spring begin and end the transactions that commands run in.
 *
 * <p><b>Guarantee.</b> Whatever Spring binds to such a transaction commits with the stored outcome
 * or not at all: templates and clients on the same data source, entity managers,
 * {@code @Transactional} methods that take part. What would leave it is refused: a transaction of
 * the caller's around it, {@code REQUIRES_NEW} and {@code NOT_SUPPORTED} within it, transactions of
 * another manager, and other data sources unless they are allowed. <b>Order.</b> None between
 * transactions. <b>Threads.</b> Safe for use by several threads.
 */
public final class SpringTransactions implements TransactionSource {
  private static final Logger LOG = LoggerFactory.getLogger(SpringTransactions.class);
  private static final String RESOLUTION_UNKNOWN = "08007";

  private final PlatformTransactionManager manager;
  private final DataSource dataSource;
  private final OtherDataSources others;

  /**
   * @param manager begins and ends transactions on the data source
   * @param dataSource where the intents are kept
   * @param others what to do about other data sources that an effect uses
   */
  public SpringTransactions(
      PlatformTransactionManager manager, DataSource dataSource, OtherDataSources others) {
    this.manager = manager;
    this.dataSource = target(dataSource);
    this.others = others;
  }

  /** What becomes of a command whose effect used another data source than that of its intent. */
  public enum OtherDataSources {
    /** It fails and is rolled back: what it wrote elsewhere would be written by each attempt. */
    REFUSED,
    /** It goes on. For effects that only read there. */
    ALLOWED
  }

  /** Spring binds connections to the data source behind this proxy. */
  static DataSource target(DataSource dataSource) {
    return dataSource instanceof TransactionAwareDataSourceProxy proxy
        ? Objects.requireNonNull(proxy.getTargetDataSource())
        : dataSource;
  }

  /**
   * Whether transactions of a manager are transactions on a data source. Begins one to find out.
   */
  static boolean manages(PlatformTransactionManager manager, DataSource dataSource) {
    TransactionStatus probe =
        manager.getTransaction(definition(TransactionDefinition.PROPAGATION_REQUIRES_NEW));
    try {
      return boundConnection(target(dataSource)).isPresent();
    } finally {
      manager.rollback(probe);
    }
  }

  static DefaultTransactionDefinition definition(int propagation) {
    DefaultTransactionDefinition definition = new DefaultTransactionDefinition(propagation);
    definition.setName("semel");
    return definition;
  }

  /** The connection that a manager has bound to this thread with the transaction it began. */
  static Optional<Connection> boundConnection(DataSource dataSource) {
    return TransactionSynchronizationManager.getResource(dataSource)
            instanceof ConnectionHolder holder
        ? Optional.of(holder.getConnection())
        : Optional.empty();
  }

  /** Whether a manager is the one that begins and ends the transactions of commands. */
  @SuppressWarnings("ReferenceEquality") // One bean, and not another that is like it.
  public boolean areOf(TransactionManager other) {
    return manager == other;
  }

  /**
   * To be called where a command runs: refuses one that Spring has not begun.
   *
   * @throws TransactionMisuseException if what Spring does on this thread would not commit with it
   */
  public static void refuseUnlessBegunBySpring() {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new TransactionMisuseException(
          "the command runs in a transaction that Spring does not know of, so what repositories and templates write would not commit with it; build the store of your own Semel with PostgresStore.builder(…).transactions(springTransactions)");
    }
  }

  PlatformTransactionManager manager() {
    return manager;
  }

  DataSource dataSource() {
    return dataSource;
  }

  /** Watches over an effect from now on, in the transaction of this thread. */
  EffectGuard guard() {
    EffectGuard guard = new EffectGuard(dataSource, others);
    TransactionSynchronizationManager.registerSynchronization(guard);
    return guard;
  }

  @Override
  public Open begin() {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new TransactionMisuseException(
          "this thread is in a transaction of Spring already, and a claim in a second one would not commit with it; to run the command in the caller's transaction use JoiningSemel or @Idempotent, to give it one of its own call it outside of @Transactional");
    }
    TransactionStatus status =
        manager.getTransaction(definition(TransactionDefinition.PROPAGATION_REQUIRED));
    try {
      Connection connection = boundConnection(dataSource).orElseThrow(this::otherManager);
      return new SpringTransaction(status, connection, guard());
    } catch (RuntimeException failure) {
      manager.rollback(status);
      throw failure;
    }
  }

  private TransactionMisuseException otherManager() {
    return new TransactionMisuseException(
        "the transaction manager %s does not manage the data source that the intents are kept in; set semel.transaction-manager to the one that does"
            .formatted(manager.getClass().getSimpleName()));
  }

  /** One transaction of the manager's. */
  private final class SpringTransaction implements Open {
    private final TransactionStatus status;
    private final Connection connection;
    private final EffectGuard guard;

    SpringTransaction(TransactionStatus status, Connection connection, EffectGuard guard) {
      this.status = status;
      this.connection = connection;
      this.guard = guard;
    }

    @Override
    public Connection connection() {
      return connection;
    }

    @Override
    public void commit() throws SQLException {
      refuseMisuse();
      try {
        manager.commit(status);
      } catch (RuntimeException failure) {
        if (!guard.isCommitted()) {
          if (guard.isUnknown()) {
            throw withSqlState(failure);
          }
          throw failure;
        }
        LOG.error("a callback after the commit of a command failed; the command stands", failure);
      }
    }

    private void refuseMisuse() {
      try {
        guard.refuseOtherDataSources();
        refuseRollbackOnly();
      } catch (TransactionMisuseException misuse) {
        rollbackAfter(misuse);
        throw misuse;
      }
    }

    private void rollbackAfter(TransactionMisuseException misuse) {
      try {
        rollback();
      } catch (SQLException e) {
        misuse.addSuppressed(e);
      }
    }

    /** A manager would roll back and say so, each in its own words. */
    private void refuseRollbackOnly() {
      if (status.isRollbackOnly()) {
        throw new TransactionMisuseException(
            "a method that took part in the command's transaction marked it for rollback, and its exception was caught; nothing was committed. Let the exception go on, or keep it inside the method that threw it (noRollbackFor)");
      }
    }

    @Override
    public void rollback() throws SQLException {
      if (status.isCompleted()) {
        return;
      }
      try {
        manager.rollback(status);
      } catch (RuntimeException failure) {
        throw withSqlState(failure);
      }
    }
  }

  /**
   * When a connection is lost, a manager rolls back on a connection that the pool has closed, and
   * what it throws then says neither that it was lost nor how.
   */
  private static SQLException withSqlState(RuntimeException failure) {
    boolean hasState =
        SqlStates.chain(failure).stream().anyMatch(cause -> cause.getSQLState() != null);
    if (hasState) {
      throw failure;
    }
    return new SQLException(
        "the connection was lost before the transaction was known to have ended",
        RESOLUTION_UNKNOWN,
        failure);
  }
}
