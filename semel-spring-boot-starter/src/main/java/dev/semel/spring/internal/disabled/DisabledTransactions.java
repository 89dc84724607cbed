package dev.semel.spring.internal.disabled;

import dev.semel.JdbcCommand;
import dev.semel.Outcome;
import dev.semel.jdbc.TransactionFramework;
import dev.semel.jdbc.TransactionFramework.CallersTransaction;
import dev.semel.spring.internal.EffectBinding;
import java.sql.Connection;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ordinary transactions of Spring, in which effects run without a record. A caller's transaction is
 * joined. Its beans are looked up with the first command, so that an application starts without
 * them. Safe for use by several threads.
 */
public final class DisabledTransactions implements TransactionFramework, CallersTransaction {
  private final BeanFactory beans;
  private final @Nullable String dataSource;
  private final @Nullable String manager;

  /**
   * @param dataSource name of the data source bean; the only or primary one if there is no such
   *     bean
   * @param manager name of the transaction manager bean; the only or primary one if there is no
   *     such bean
   */
  public DisabledTransactions(
      BeanFactory beans, @Nullable String dataSource, @Nullable String manager) {
    this.beans = beans;
    this.dataSource = dataSource;
    this.manager = manager;
  }

  private <T> T bean(@Nullable String name, Class<T> type) {
    return name != null && beans.containsBean(name)
        ? beans.getBean(name, type)
        : beans.getBean(type);
  }

  private PlatformTransactionManager manager() {
    return bean(manager, PlatformTransactionManager.class);
  }

  /** The connection of the transaction that this thread is in. */
  Connection connection() {
    DataSource from = bean(dataSource, DataSource.class);
    Connection connection = DataSourceUtils.getConnection(from);
    DataSourceUtils.releaseConnection(connection, from);
    return connection;
  }

  /** A rejection in a caller's transaction undoes only the effect, where savepoints allow it. */
  private static TransactionDefinition definition(PlatformTransactionManager manager) {
    boolean canNest =
        manager instanceof AbstractPlatformTransactionManager known
            && known.isNestedTransactionAllowed();
    return new DefaultTransactionDefinition(
        canNest
            ? TransactionDefinition.PROPAGATION_NESTED
            : TransactionDefinition.PROPAGATION_REQUIRED);
  }

  DisabledAttempt begin() {
    PlatformTransactionManager beginning = manager();
    TransactionStatus status = beginning.getTransaction(definition(beginning));
    try {
      return DisabledAttempt.own(connection(), beginning, status);
    } catch (RuntimeException failure) {
      beginning.rollback(status);
      throw failure;
    }
  }

  @Override
  public CallersTransaction callersTransaction() {
    return this;
  }

  @Override
  public <R> JdbcCommand<R> inTransaction(JdbcCommand<R> effect) {
    return effect;
  }

  @Override
  public <R> Outcome<R> join(JoinedCommand<R> command, JdbcCommand<R> effect) {
    PlatformTransactionManager joined = manager();
    return Objects.requireNonNull(
        new TransactionTemplate(joined, definition(joined))
            .execute(
                status -> {
                  Outcome<R> outcome = command.run(connection(), EffectBinding.bound(effect));
                  if (outcome instanceof Outcome.Rejected) {
                    status.setRollbackOnly();
                  }
                  return outcome;
                }));
  }
}
