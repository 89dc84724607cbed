package dev.semel.kafka.consumer;

import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.InboxWorker;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.MessageReader;
import dev.semel.inbox.WorkSettings.DeadLetters;
import dev.semel.kafka.consumer.KafkaConsumerSettings.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Consumes topics through the inbox: polls, applies batches in the database, and then commits
 * offsets.
 *
 * <pre>{@code
 * KafkaConsumerRunner runner =
 *     KafkaConsumerRunner.builder(inbox, dashboard, handler)
 *         .settings(KafkaConsumerSettings.of(client, "cases"))
 *         .build();
 * runner.start();
 * }</pre>
 *
 * <p><b>Guarantee.</b> No offset passes a record that the database does not know: as applied, as
 * kept, or as a dead letter. A record that comes again, after a crash, a rebalance or a reset of
 * offsets, is applied no second time while its marker is kept. <b>Order.</b> Within a key of a
 * partition, always; records without a key keep the order of their partition; keys do not wait for
 * each other. A record that fails holds back its own key, until it is a dead letter.
 * <b>Threads.</b> Safe for use by several threads. Each member has a thread that polls and one for
 * every lane.
 */
public final class KafkaConsumerRunner implements AutoCloseable {
  private static final Duration CLOSE_DRAIN = Duration.ofSeconds(10);
  private static final Duration CLOSE_GRACE = Duration.ofSeconds(12);
  private static final Duration WORKER_POLL = Duration.ofSeconds(1);

  private final Builder parts;
  private final Outage outage = new Outage();
  private final ConsumerNotifier notifier;
  private final List<Member> members = new CopyOnWriteArrayList<>();
  private @Nullable InboxWorker worker;
  private boolean started;

  private KafkaConsumerRunner(Builder parts) {
    this.parts = parts;
    this.notifier = new ConsumerNotifier(parts.consumer.name(), parts.listeners);
  }

  /** Begins a runner; it needs settings too. */
  public static Builder builder(Inbox inbox, ConsumerSettings consumer, MessageHandler handler) {
    return new Builder(inbox, consumer, handler);
  }

  /**
   * Starts consuming; does nothing if it has started. A runner that was stopped is not started
   * again: build another. If it fails, nothing is left open and nothing has started.
   */
  public synchronized void start() {
    if (started) {
      return;
    }
    started = true;
    KafkaConsumerSettings settings = parts.requiredSettings();
    Runnable wakeWorker = prepare(settings);
    boolean stored = settings.mode() == Mode.STORED;
    KafkaInbox records =
        KafkaInbox.of(
            parts.inbox, parts.consumer, parts.handler, KafkaMessages.readBy(parts.reader));
    Trial trial = new Trial(parts.inbox, records, stored, outage, notifier);
    members.forEach(member -> member.start(trial, stored ? wakeWorker : () -> {}));
  }

  /** Makes all that is to be started, or leaves nothing behind. */
  private Runnable prepare(KafkaConsumerSettings settings) {
    try {
      addMembers(settings);
      return startWorker(settings);
    } catch (RuntimeException | Error failure) {
      members.forEach(Member::discard);
      members.clear();
      started = false;
      throw failure;
    }
  }

  private void addMembers(KafkaConsumerSettings settings) {
    for (int i = 0; i < settings.consumers(); i++) {
      Hand hand = new Hand(settings, parts.consumer.work().maxBatch(), outage);
      Consumer<byte[], byte[]> client = parts.clients.apply(ClientProperties.ofMember(settings, i));
      members.add(new Member(i, settings, client, hand, notifier));
    }
  }

  private Runnable startWorker(KafkaConsumerSettings settings) {
    if (settings.workers() == 0) {
      return () -> {};
    }
    InboxWorker starting =
        InboxWorker.start(
            parts.inbox, parts.consumer, parts.handler, settings.workers(), WORKER_POLL);
    worker = starting;
    return starting::wake;
  }

  /**
   * Stops: polls nothing new, applies what is in hand, commits offsets and leaves the group. What
   * waits for another attempt is left to whoever has its partition next. If a stop is under way,
   * waits for its end and leaves it the time that it was given.
   *
   * @param drainFor how long to wait for what is in hand; what is not done by then is interrupted
   *     and comes again
   * @return false if it has not come to an end in time, because the broker does not answer, or
   *     because a handler or a listener calls, which does not wait for its own thread
   */
  public boolean stop(Duration drainFor) {
    long deadline = System.nanoTime() + drainFor.toNanos();
    InboxWorker working = tellToStop(deadline);
    boolean ended = awaitMembers(deadline + CLOSE_GRACE.toNanos());
    if (working != null) {
      working.close();
    }
    return ended;
  }

  /** Those who work may call as well, so that nobody waits for them with the lock. */
  private synchronized @Nullable InboxWorker tellToStop(long deadline) {
    members.forEach(member -> member.stop(deadline));
    return worker;
  }

  private boolean awaitMembers(long byNanoTime) {
    if (members.stream().anyMatch(Member::isCalling)) {
      return false;
    }
    boolean ended = true;
    try {
      for (Member member : members) {
        ended &= member.awaitEnd(byNanoTime);
      }
      return ended;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Stops, and waits up to ten seconds for what is in hand. */
  @Override
  public void close() {
    stop(CLOSE_DRAIN);
  }

  /** How it stands in this process. Never waits, not even for a stop that is under way. */
  public KafkaConsumerStatus status() {
    List<KafkaConsumerStatus.Partition> partitions =
        members.stream().flatMap(member -> member.status().stream()).toList();
    int running = (int) members.stream().filter(Member::isRunning).count();
    return new KafkaConsumerStatus(
        parts.consumer.name(),
        parts.requiredSettings().group(),
        running,
        outage.reason(),
        partitions);
  }

  /** Makes a runner. For one thread. */
  public static final class Builder {
    private final Inbox inbox;
    private final ConsumerSettings consumer;
    private final MessageHandler handler;
    private final List<KafkaConsumerListener> listeners = new ArrayList<>();
    private MessageReader reader = CloudEventsReader.kafka();
    private Function<Map<String, Object>, Consumer<byte[], byte[]>> clients = KafkaConsumer::new;
    private @Nullable KafkaConsumerSettings settings;

    private Builder(Inbox inbox, ConsumerSettings consumer, MessageHandler handler) {
      this.inbox = Objects.requireNonNull(inbox, "inbox");
      this.consumer = Objects.requireNonNull(consumer, "consumer");
      this.handler = Objects.requireNonNull(handler, "handler");
    }

    public Builder settings(KafkaConsumerSettings value) {
      this.settings = Objects.requireNonNull(value, "settings");
      return this;
    }

    /** Finds out which message a record brings. CloudEvents in binary mode unless told. */
    public Builder reader(MessageReader value) {
      this.reader = Objects.requireNonNull(value, "reader");
      return this;
    }

    /** Who hears what the runner does. */
    public Builder listener(KafkaConsumerListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /** Makes Kafka's own consumers from their properties, for those who watch them. */
    public Builder clients(Function<Map<String, Object>, Consumer<byte[], byte[]>> value) {
      this.clients = Objects.requireNonNull(value, "clients");
      return this;
    }

    /**
     * Makes the runner.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     */
    public KafkaConsumerRunner build() {
      Mode mode = requiredSettings().mode();
      boolean holds = consumer.work().deadLetters() == DeadLetters.HOLD;
      if (mode == Mode.DIRECT && holds) {
        throw new IllegalArgumentException(
            "dead letters hold their key, but a record that is applied directly cannot wait for one"
                + " that an operator may never redrive; use stored() or let dead letters pass");
      }
      return new KafkaConsumerRunner(this);
    }

    private KafkaConsumerSettings requiredSettings() {
      if (settings == null) {
        throw new IllegalArgumentException(
            "the runner has no settings; say KafkaConsumerSettings.of(client, topics)");
      }
      return settings;
    }
  }
}
