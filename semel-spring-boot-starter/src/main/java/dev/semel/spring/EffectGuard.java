package dev.semel.spring;

import dev.semel.TransactionMisuseException;
import dev.semel.jdbc.CommandEnd;
import dev.semel.postgres.connection.CommandTransaction;
import dev.semel.spring.SpringTransactions.OtherDataSources;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * Guards a transaction of Spring in which an effect, or a part of one, runs. For one thread.
 *
 * <p>It refuses to leave the transaction: Spring tells every synchronization before it sets a
 * transaction aside for another one. It refuses other data sources before the commit. And where the
 * transaction is a part of a command, it holds back what is to be done after the commit until the
 * command has committed.
 */
final class EffectGuard implements TransactionSynchronization {
  private final SpringTransactions transactions;
  private final @Nullable CommandTransaction command;
  private boolean effectRuns = true;

  /**
   * @param command the command that the transaction is a part of; null if the transaction is the
   *     caller's own
   */
  EffectGuard(SpringTransactions transactions, @Nullable CommandTransaction command) {
    this.transactions = transactions;
    this.command = command;
  }

  /** Before all others, so that those told earlier need not be told to come back. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public void suspend() {
    if (effectRuns && !transactions.isOutside()) {
      throw new TransactionMisuseException(
          "a command must not leave its transaction: REQUIRES_NEW, NOT_SUPPORTED and transactions of another manager commit on their own, again with every attempt. Let the method take part (REQUIRED), or annotate it with @OutsideCommand if its rows are to stay whatever becomes of the command");
    }
  }

  @Override
  public void beforeCommit(boolean readOnly) {
    if (command != null) {
      refuseForeignConnection(command);
      refuseOtherDataSources();
    }
  }

  /** An entity manager that was opened in front of the command works on a connection of its own. */
  private void refuseForeignConnection(CommandTransaction running) {
    boolean takesPart =
        SpringTransactions.boundConnection(transactions.dataSource())
            .filter(running::includes)
            .isPresent();
    if (!takesPart) {
      throw new TransactionMisuseException(
          "a transaction inside a command uses a connection that was taken before the command began, so it would commit on its own; open the entity manager or connection inside the command (use Spring Boot's spring.jpa.open-in-view instead of an OpenEntityManagerInViewFilter)");
    }
  }

  @Override
  public void beforeCompletion() {
    effectRuns = false;
    if (command != null) {
      List<TransactionSynchronization> others =
          TransactionSynchronizationManager.getSynchronizations().stream()
              .filter(each -> each != this)
              .toList();
      TransactionSynchronizationManager.clearSynchronization();
      TransactionSynchronizationManager.initSynchronization();
      TransactionSynchronizationManager.registerSynchronization(
          new HeldBack(command, others, SharedCaches.evictor()));
    }
  }

  /** The effect is over, and its transaction goes on without it. */
  void end() {
    effectRuns = false;
  }

  /**
   * Looks for other data sources. Spring binds every connection that is used under a transaction to
   * the thread until its end.
   *
   * @throws TransactionMisuseException if the effect used one and must not
   */
  @SuppressWarnings("ReferenceEquality") // One pool, and not another that is like it.
  void refuseOtherDataSources() {
    if (transactions.others() == OtherDataSources.ALLOWED) {
      return;
    }
    for (Object resource : TransactionSynchronizationManager.getResourceMap().keySet()) {
      if (resource instanceof DataSource other
          && SpringTransactions.target(other) != transactions.dataSource()) {
        throw new TransactionMisuseException(
            "the effect used a second data source (%s), which does not commit with it; nothing was committed here. Write there by an event, or set semel.transactions.other-data-sources=allowed if effects only read from it"
                .formatted(other.getClass().getSimpleName()));
      }
    }
  }

  /** What is to be done after the commit of a part waits for the commit of the command. */
  private record HeldBack(
      CommandTransaction command,
      List<TransactionSynchronization> callbacks,
      Runnable sharedCachesEvictor)
      implements TransactionSynchronization {

    @Override
    public void afterCompletion(int status) {
      if (status == STATUS_COMMITTED) {
        command.onEnd(this::ended);
      } else {
        TransactionSynchronizationUtils.invokeAfterCompletion(callbacks, status);
      }
    }

    private void ended(CommandEnd end) {
      if (end != CommandEnd.COMMITTED) {
        sharedCachesEvictor.run();
      }
      switch (end) {
        case COMMITTED -> committed();
        case ROLLED_BACK ->
            TransactionSynchronizationUtils.invokeAfterCompletion(callbacks, STATUS_ROLLED_BACK);
        case UNKNOWN ->
            TransactionSynchronizationUtils.invokeAfterCompletion(callbacks, STATUS_UNKNOWN);
      }
    }

    private void committed() {
      try {
        TransactionSynchronizationUtils.invokeAfterCommit(callbacks);
      } finally {
        TransactionSynchronizationUtils.invokeAfterCompletion(callbacks, STATUS_COMMITTED);
      }
    }
  }
}
