package dev.semel.spring;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Does something once the transaction of this thread has committed. */
record AfterCommit(Runnable work) implements TransactionSynchronization {
  static void run(Runnable work) {
    TransactionSynchronizationManager.registerSynchronization(new AfterCommit(work));
  }

  @Override
  public void afterCommit() {
    work.run();
  }
}
