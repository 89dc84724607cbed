package dev.semel.inbox.spi;

import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.Received;
import dev.semel.inbox.WorkReport;
import dev.semel.inbox.internal.InboxParts;
import dev.semel.inbox.internal.InboxRuns;
import dev.semel.spi.Boundary;
import dev.semel.spi.SemelListener;
import java.util.List;

/**
 * Applies messages on any store. Modules for databases that are not relational wrap it the way
 * {@link dev.semel.inbox.Inbox} wraps it for JDBC.
 *
 * <p>Safe for use by several threads.
 *
 * @param <T> the store's transaction handle
 */
public final class InboxEngine<T> {
  private final InboxStore<T> store;
  private final InboxRuns<T> runs;

  public InboxEngine(
      InboxStore<T> store, List<SemelListener> listeners, Boundary.Observer boundaries) {
    this.store = store;
    this.runs = new InboxRuns<>(InboxParts.of(store, listeners, boundaries));
  }

  /** Applies one message in a transaction of its own. */
  public Consumed consume(ConsumerSettings consumer, Message message, MessageBody<T> body) {
    return runs.consume(consumer, message, body);
  }

  /** Applies a batch in one transaction, or one by one if that fails. */
  public List<Consumed> consumeAll(
      ConsumerSettings consumer, List<Message> messages, MessageBody<T> body) {
    return runs.consumeAll(consumer, messages, body);
  }

  /** Applies a batch inside a transaction that the caller commits. */
  public List<Consumed> within(
      T transaction, ConsumerSettings consumer, List<Message> messages, MessageBody<T> body) {
    return runs.within(transaction, consumer, messages, body);
  }

  /** Keeps messages to be worked off. */
  public List<Received> keep(ConsumerSettings consumer, List<Message> messages) {
    return runs.keep(consumer, messages);
  }

  /** Keeps a message as a dead letter. */
  public Received bury(ConsumerSettings consumer, Message message, String reason) {
    return runs.bury(consumer, message, reason);
  }

  /** Works off one batch of kept messages, and reports what is overdue. */
  public WorkReport workOff(ConsumerSettings consumer, MessageBody<T> body) {
    return runs.workOff(consumer, body);
  }

  /** Removes expired markers in batches until there are none, or the batches are used up. */
  public long purge(int maxMarkersPerBatch, int maxBatches) {
    return runs.purge(maxMarkersPerBatch, maxBatches);
  }

  public InboxStore<T> store() {
    return store;
  }
}
