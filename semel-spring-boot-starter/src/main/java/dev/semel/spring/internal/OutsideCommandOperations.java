package dev.semel.spring.internal;

import dev.semel.spring.SpringTransactions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs each action in a new transaction that takes no part in a command of its thread. Safe for use
 * by several threads.
 */
public final class OutsideCommandOperations implements TransactionOperations {
  private final ObjectProvider<SpringTransactions> transactions;
  private final ObjectProvider<PlatformTransactionManager> managers;

  /**
   * @param transactions those of commands, if there are any
   * @param managers of which the only or primary one begins the transactions, or else that of
   *     commands
   */
  public OutsideCommandOperations(
      ObjectProvider<SpringTransactions> transactions,
      ObjectProvider<PlatformTransactionManager> managers) {
    this.transactions = transactions;
    this.managers = managers;
  }

  @Override
  public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
    SpringTransactions commands = transactions.getIfAvailable();
    TransactionTemplate template = new TransactionTemplate(manager(commands));
    template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    if (commands == null) {
      return template.execute(action);
    }
    try (SpringTransactions.Outside outside = commands.outsideCommand()) {
      return template.execute(action);
    }
  }

  private PlatformTransactionManager manager(@Nullable SpringTransactions commands) {
    PlatformTransactionManager unique = managers.getIfUnique();
    return unique == null && commands != null
        ? commands.manager()
        : Objects.requireNonNull(unique, "there is no transaction manager");
  }
}
