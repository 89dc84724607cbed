package dev.semel.spring;

import dev.semel.JdbcCommand;
import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.TransactionFramework;
import dev.semel.postgres.connection.CommandDataSource;
import dev.semel.postgres.connection.CommandTransaction;
import dev.semel.spring.internal.EffectBinding;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NamedThreadLocal;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Connects commands with the transactions of Spring.
 *
 * <p>Inside a command, transactions that Spring begins on the data source are parts of the command:
 * {@code @Transactional} methods flush, commit and fail as they do elsewhere, and what they
 * committed is committed with the command or not at all. A command that is called inside a
 * transaction of Spring joins it.
 *
 * <p><b>Guarantee.</b> Whatever Spring does on the data source during a command commits with the
 * stored outcome or not at all. What would leave the command is refused: {@code REQUIRES_NEW} and
 * {@code NOT_SUPPORTED} inside a transaction, transactions of another manager, and other data
 * sources unless they are allowed. <b>Order.</b> None between transactions. <b>Threads.</b> Safe
 * for use by several threads.
 */
public final class SpringTransactions implements TransactionFramework {
  private static final ThreadLocal<@Nullable Boolean> OUTSIDE =
      new NamedThreadLocal<>("outside of the current command");

  private final PlatformTransactionManager manager;
  private final DataSource dataSource;
  private final CommandDataSource commands;
  private final OtherDataSources others;
  private final Runnable wakeUp;

  /**
   * @param manager begins and ends transactions on the data source
   * @param dataSource where the intents are kept; it is or wraps a {@link CommandDataSource}
   * @param others what to do about other data sources that an effect uses
   * @param wakeUp called after a commit that may have published events
   */
  public SpringTransactions(
      PlatformTransactionManager manager,
      DataSource dataSource,
      OtherDataSources others,
      Runnable wakeUp) {
    this.manager = manager;
    this.dataSource = target(dataSource);
    this.commands = commandsOn(this.dataSource);
    this.others = others;
    this.wakeUp = wakeUp;
    commands.framework(this);
    listenTo(manager);
  }

  private static CommandDataSource commandsOn(DataSource dataSource) {
    CommandDataSource commands = CommandDataSource.find(dataSource);
    if (commands == null) {
      throw new UnsafeSetupException(
          "The data source %s does not let connections take part in commands, because it was created before Semel's bean post-processor or outside of the application context"
              .formatted(dataSource.getClass().getName()),
          "Define it as a bean that no BeanPostProcessor depends on, or wrap it: new CommandDataSource(pool)");
    }
    return commands;
  }

  /** Must be called for each other manager of the application too, so that it can be refused. */
  void listenTo(PlatformTransactionManager listened) {
    if (listened instanceof ConfigurableTransactionManager configurable) {
      configurable.addListener(new Listener(listened));
    } else if (areOf(listened)) {
      throw new UnsafeSetupException(
          "The transaction manager %s has no transaction listeners, so commands cannot guard its transactions"
              .formatted(listened.getClass().getName()),
          "Use a JpaTransactionManager or JdbcTransactionManager, or let yours implement ConfigurableTransactionManager");
    }
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
   * Lets what this thread does not take part in its command, up to the end of what is returned.
   * What is committed until then stays, whatever becomes of the command.
   */
  public Outside outsideCommand() {
    CommandDataSource.Outside connections = commands.outsideCommand();
    Boolean before = OUTSIDE.get();
    OUTSIDE.set(Boolean.TRUE);
    return () -> {
      connections.close();
      if (before == null) {
        OUTSIDE.remove();
      }
    };
  }

  /** Work outside of a command. Close it on the thread that began it. */
  @FunctionalInterface
  public interface Outside extends AutoCloseable {
    @Override
    void close();
  }

  /** Returns whether this thread works outside of its command. */
  public boolean isOutside() {
    return OUTSIDE.get() != null;
  }

  /** Returns the manager that begins and ends the transactions of commands. */
  public PlatformTransactionManager manager() {
    return manager;
  }

  DataSource dataSource() {
    return dataSource;
  }

  OtherDataSources others() {
    return others;
  }

  Runnable wakeUp() {
    return wakeUp;
  }

  /**
   * Refuses a command whose connection Spring does not share.
   *
   * @throws TransactionMisuseException if what Spring does on this thread would not commit with it
   */
  public void refuseUnlessShared() {
    if (commands.current() == null
        && !TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new TransactionMisuseException(
          "the command runs on a data source that Spring does not use, so what repositories and templates write would not commit with it; inject the Semel bean, or build your own on the DataSource bean with Semel.on(PostgresStore.on(dataSource))");
    }
  }

  /** Tells the command of this thread of a failure that another attempt may not meet. */
  public void noteTransient(Throwable failure) {
    CommandTransaction command = commands.current();
    if (command != null && TransientFailures.isTransient(failure)) {
      command.noteTransient(failure);
    }
  }

  /** The command that runs on this thread, or null. */
  public @Nullable CommandTransaction currentCommand() {
    return commands.current();
  }

  @Override
  public @Nullable CallersTransaction callersTransaction() {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      return JoinedTransaction.ofSpring(this);
    }
    CommandTransaction command = commands.current();
    return command == null ? null : JoinedTransaction.ofCommand(this, command);
  }

  /** The effect shares one transaction, and one persistence context where there is one. */
  @Override
  public <R> JdbcCommand<R> inTransaction(JdbcCommand<R> effect) {
    JdbcCommand<R> bound = EffectBinding.bound(effect);
    return running -> inTransaction(() -> bound.run(running));
  }

  /** Runs the effect of a command in a transaction of Spring. */
  public <R> R inTransaction(EffectBinding.Work<R> effect) throws SQLException {
    TransactionStatus status =
        manager.getTransaction(definition(TransactionDefinition.PROPAGATION_REQUIRED));
    R result;
    try {
      result = effect.run();
      refuseRollbackOnly(status);
    } catch (Throwable failure) {
      rollback(status, failure);
      throw failure;
    }
    manager.commit(status);
    return result;
  }

  private void rollback(TransactionStatus status, Throwable failure) {
    try {
      manager.rollback(status);
    } catch (RuntimeException second) {
      failure.addSuppressed(second);
    }
  }

  /** A manager would roll back and say so, each in its own words. */
  private static void refuseRollbackOnly(TransactionStatus status) {
    if (status.isRollbackOnly()) {
      throw new TransactionMisuseException(
          "a method that took part in the command's transaction marked it for rollback, and its exception was caught; nothing was committed. Let the exception go on, or keep it inside the method that threw it (noRollbackFor)");
    }
  }

  /** Guards the transactions of one manager. */
  private final class Listener implements TransactionExecutionListener {
    private final boolean isOurs;

    Listener(PlatformTransactionManager listened) {
      this.isOurs = areOf(listened);
    }

    @Override
    public void beforeBegin(TransactionExecution transaction) {
      if (!isOurs && others == OtherDataSources.REFUSED && commands.current() != null) {
        throw new TransactionMisuseException(
            "a command must not leave its transaction: transactions of another manager commit on their own, again with every attempt. Write there by an event, or set semel.transactions.other-data-sources=allowed if effects only read from it");
      }
    }

    @Override
    public void afterCommit(TransactionExecution transaction, @Nullable Throwable commitFailure) {
      if (isOurs && commitFailure != null) {
        noteTransient(commitFailure);
      }
    }

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
      CommandTransaction command = commands.current();
      // A nested transaction shares the callbacks of the one around it.
      if (isOurs
          && beginFailure == null
          && command != null
          && transaction.isNewTransaction()
          && TransactionSynchronizationManager.isSynchronizationActive()) {
        TransactionSynchronizationManager.registerSynchronization(
            new EffectGuard(SpringTransactions.this, command));
      }
    }
  }
}
