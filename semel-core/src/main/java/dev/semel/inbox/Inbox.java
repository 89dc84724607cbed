package dev.semel.inbox;

import dev.semel.PurgeSettings;
import dev.semel.inbox.spi.InboxEngine;
import dev.semel.inbox.spi.InboxStore;
import dev.semel.spi.Boundary;
import dev.semel.spi.SemelListener;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Applies messages once on a relational database, however often they are delivered.
 *
 * <pre>{@code
 * Inbox inbox = Inbox.on(PostgresInbox.on(dataSource));
 * ConsumerSettings dashboard = ConsumerSettings.named("dashboard", "acme");
 *
 * Consumed consumed =
 *     inbox.consume(dashboard, message, (m, effect) -> board.count(effect.connection(), m));
 * if (consumed.mayAcknowledge()) {
 *   broker.acknowledge(message);
 * }
 * }</pre>
 *
 * <p><b>Guarantee.</b> The marker of a message (consumer, source, id), its effect, audit and events
 * commit together or not at all, and at most once while the marker is kept. <b>Order.</b> A batch
 * is applied in its order; kept messages in the order they were stored within a key; with a version
 * guard, in the order of versions within an aggregate. <b>Threads.</b> Safe for use by several
 * threads; keep one per data source.
 */
public final class Inbox {
  private final InboxEngine<Connection> engine;

  private Inbox(InboxEngine<Connection> engine) {
    this.engine = engine;
  }

  /** Works on a store, with the settings most services keep. */
  public static Inbox on(InboxStore<Connection> store) {
    return builder(store).build();
  }

  public static Builder builder(InboxStore<Connection> store) {
    return new Builder(store);
  }

  /**
   * Applies a message in a transaction of its own, at most once. Acknowledge it afterwards if the
   * outcome says so.
   *
   * @throws dev.semel.RetriesExhaustedException if the store is away or contended beyond the retry
   *     policy
   * @throws dev.semel.CommitUnknownException if the connection was lost during COMMIT and the store
   *     could not be asked what became of it
   * @throws RuntimeException what the handler threw; it was rolled back and no marker is stored
   */
  public Consumed consume(ConsumerSettings consumer, Message message, MessageHandler handler) {
    return engine.consume(consumer, message, new JdbcMessageBody(handler));
  }

  /**
   * Applies a batch in one transaction, in its order. If a message fails, all of it is rolled back
   * and each is applied in a transaction of its own: then only that one fails, and later ones of
   * its key are held back. At most {@value WorkSettings#MAX_BATCH} messages.
   *
   * @return what became of each, in their order
   */
  public List<Consumed> consumeAll(
      ConsumerSettings consumer, List<Message> messages, MessageHandler handler) {
    return engine.consumeAll(consumer, messages, new JdbcMessageBody(handler));
  }

  /**
   * Joins a transaction that the caller began and will commit. Nothing is retried and nobody waits
   * in it: if a message fails, what this call did is undone and the failure is thrown. Acknowledge
   * after the caller's commit. What a version releases from its gap is left to a worker.
   */
  public Joined within(Connection transaction) {
    return new Joined(engine, transaction);
  }

  /**
   * Keeps messages, in their order, to be worked off by {@link #workOff} or an {@link InboxWorker}.
   * They may be acknowledged when this returns.
   */
  public List<Received> store(ConsumerSettings consumer, List<Message> messages) {
    return engine.keep(consumer, messages);
  }

  /**
   * Keeps a message that cannot be applied as a dead letter, so that it may be acknowledged. It can
   * be redriven later.
   */
  public Received deadLetter(ConsumerSettings consumer, Message message, String reason) {
    return engine.bury(consumer, message, reason);
  }

  /** Works off one batch of kept messages and reports what is overdue. */
  public WorkReport workOff(ConsumerSettings consumer, MessageHandler handler) {
    return engine.workOff(consumer, new JdbcMessageBody(handler));
  }

  /** What operators look at and decide. */
  public InboxRecords records() {
    return engine.store().records();
  }

  /**
   * Removes markers, and messages, whose retention has ended. Any number of nodes may do so at
   * once.
   *
   * @return how many were removed
   */
  public long purge(PurgeSettings settings) {
    return engine.purge(settings.maxRecordsPerBatch(), settings.maxBatches());
  }

  /**
   * Applies messages inside a transaction that the caller manages. For one thread, like its
   * connection.
   */
  public static final class Joined {
    private final InboxEngine<Connection> engine;
    private final Connection transaction;

    private Joined(InboxEngine<Connection> engine, Connection transaction) {
      this.engine = engine;
      this.transaction = Objects.requireNonNull(transaction, "transaction");
    }

    public Consumed consume(ConsumerSettings consumer, Message message, MessageHandler handler) {
      return consumeAll(consumer, List.of(message), handler).get(0);
    }

    /** All or none: there is no falling back in a transaction that is not ours. */
    public List<Consumed> consumeAll(
        ConsumerSettings consumer, List<Message> messages, MessageHandler handler) {
      return engine.within(transaction, consumer, messages, new JdbcMessageBody(handler));
    }
  }

  /** Makes an {@link Inbox}. For one thread. */
  public static final class Builder {
    private final InboxStore<Connection> store;
    private final List<SemelListener> listeners = new ArrayList<>();
    private Boundary.Observer boundaries = Boundary.Observer.none();

    private Builder(InboxStore<Connection> store) {
      this.store = Objects.requireNonNull(store, "store");
    }

    /** Who hears of every state change. A message is an intent; its operation is the consumer. */
    public Builder listener(SemelListener listener) {
      listeners.add(listener);
      return this;
    }

    /** Who is told of every step, to hold races open or to crash there. For tests. */
    public Builder boundaries(Boundary.Observer observer) {
      this.boundaries = observer;
      return this;
    }

    public Inbox build() {
      return new Inbox(new InboxEngine<>(store, listeners, boundaries));
    }
  }
}
