package dev.semel.spring;

import dev.semel.TransactionMisuseException;
import dev.semel.spring.SpringTransactions.OtherDataSources;
import javax.sql.DataSource;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Watches over the transaction of an effect while the effect runs. Spring tells every
 * synchronization before it sets a transaction aside for another one, also for one of another
 * manager; that is where leaving it is refused. For one thread.
 */
final class EffectGuard implements TransactionSynchronization {
  private final DataSource dataSource;
  private final OtherDataSources others;
  private boolean effectRuns = true;
  private boolean committed;
  private boolean unknown;

  EffectGuard(DataSource dataSource, OtherDataSources others) {
    this.dataSource = dataSource;
    this.others = others;
  }

  /** Before all others, so that those told earlier need not be told to come back. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public void suspend() {
    if (effectRuns) {
      throw new TransactionMisuseException(
          "an effect must not leave its transaction: REQUIRES_NEW, NOT_SUPPORTED and transactions of another manager would commit on their own, again with every attempt. Let the method take part (REQUIRED), do it before or after the command, or publish an event for it");
    }
  }

  /** What comes after the commit may begin what it likes. */
  @Override
  public void afterCommit() {
    committed = true;
    effectRuns = false;
  }

  @Override
  public void afterCompletion(int status) {
    effectRuns = false;
    unknown = status == STATUS_UNKNOWN;
  }

  boolean isCommitted() {
    return committed;
  }

  /** Whether the manager cannot say what became of the transaction. */
  boolean isUnknown() {
    return unknown;
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
    if (others == OtherDataSources.ALLOWED) {
      return;
    }
    for (Object resource : TransactionSynchronizationManager.getResourceMap().keySet()) {
      if (resource instanceof DataSource other && SpringTransactions.target(other) != dataSource) {
        throw new TransactionMisuseException(
            "the effect used a second data source (%s), which does not commit with it; nothing was committed here. Write there by an event, or set semel.transactions.other-data-sources=allowed if effects only read from it"
                .formatted(other.getClass().getSimpleName()));
      }
    }
  }
}
