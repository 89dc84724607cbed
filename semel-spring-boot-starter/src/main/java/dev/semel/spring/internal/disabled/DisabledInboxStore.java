package dev.semel.spring.internal.disabled;

import dev.semel.Isolation;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.InboxRecords;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageKey;
import dev.semel.inbox.Received;
import dev.semel.inbox.spi.InboxAttempt;
import dev.semel.inbox.spi.InboxStore;
import dev.semel.inbox.spi.WorkItem;
import dev.semel.spi.Failure;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps neither markers nor messages: every message is applied whenever it comes. Safe for use by
 * several threads.
 */
public final class DisabledInboxStore implements InboxStore<Connection> {
  private final DisabledTransactions transactions;

  public DisabledInboxStore(DisabledTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public InboxAttempt<Connection> begin(Isolation isolation) {
    return transactions.begin();
  }

  @Override
  public InboxAttempt<Connection> join(Connection transaction) {
    return DisabledAttempt.joined(transaction);
  }

  @Override
  public Failure classify(Throwable failure) {
    return DisabledStore.classified();
  }

  @Override
  public List<Received> keep(
      ConsumerSettings consumer, List<Message> messages, @Nullable String deadReason) {
    throw nothingKept();
  }

  @Override
  public List<WorkItem> claimWork(ConsumerSettings consumer, @Nullable MessageKey key) {
    return List.of();
  }

  @Override
  public boolean postpone(String consumer, WorkItem item, Duration wait, String reason) {
    return false;
  }

  @Override
  public boolean bury(String consumer, WorkItem item, String reason) {
    return false;
  }

  @Override
  public void giveBack(String consumer, List<WorkItem> items) {
    // There are none.
  }

  @Override
  public List<KeptMessage> reportOverdue(String consumer, int limit) {
    return List.of();
  }

  @Override
  public InboxRecords records() {
    throw nothingKept();
  }

  private static IllegalStateException nothingKept() {
    return new IllegalStateException(
        "semel.enabled is false, so no messages are kept; test this on PostgreSQL with semel.enabled=true");
  }

  @Override
  public int purgeBatch(int maxMarkers) {
    return 0;
  }
}
