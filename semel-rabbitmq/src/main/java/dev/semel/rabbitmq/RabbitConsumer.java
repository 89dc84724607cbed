package dev.semel.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Intake;
import dev.semel.inbox.IntakeBuilder;
import dev.semel.inbox.IntakeThread;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes a queue through the inbox: each message is applied once, however often it is delivered.
 *
 * <pre>{@code
 * RabbitConsumer consumer =
 *     RabbitConsumer.builder(factory, "dashboard", inbox, settings).applying(handler).start();
 * }</pre>
 *
 * <p><b>Guarantee.</b> A message is acknowledged after the commit of its effect, or after it was
 * kept as a dead letter or for a worker. What fails is tried again in place, after a backoff, and
 * is a dead letter after the attempts of {@link ConsumerSettings#work()}. While the database is
 * away nothing is acknowledged and nothing becomes a dead letter. When the connection is lost,
 * everything that was not acknowledged is delivered again, and what was applied is recognised.
 *
 * <p><b>Order.</b> That of the queue within a key, as long as one consumer has the queue. With
 * several, use a queue with a single active consumer, or one queue for each part of the keys.
 *
 * <p><b>Threads.</b> Works on a thread of its own; {@link #close} may be called by any.
 */
public final class RabbitConsumer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel");
  private static final Duration DEFAULT_STOP = Duration.ofSeconds(30);

  private final Builder settings;
  private final String name;
  private final Connections connections;
  private final Intake<Long> intake;
  private final Runnable afterBatch;
  private final IntakeThread thread;
  private volatile @Nullable Subscription current;
  private boolean connectionMissed;

  private RabbitConsumer(Builder settings, String name, Intake<Long> intake, Runnable afterBatch) {
    this.settings = settings;
    this.name = name;
    this.connections = new Connections(settings.factory, "semel consumer " + name);
    this.intake = intake;
    this.afterBatch = afterBatch;
    this.thread = new IntakeThread("semel-rabbitmq-" + name, this::session);
  }

  /** Begins a consumer of a queue, which must exist. The factory's settings are copied. */
  public static Builder builder(
      ConnectionFactory factory, String queue, Inbox inbox, ConsumerSettings consumer) {
    return new Builder(factory, queue, inbox, consumer);
  }

  private void session() throws InterruptedException {
    try (Subscription open = Subscription.open(connections, settings.queue, settings.prefetch)) {
      if (connectionMissed) {
        LOG.info("consumer {} has queue {} again", name, settings.queue);
      }
      connectionMissed = false;
      current = open;
      consume(open);
    } catch (IOException | TimeoutException | RuntimeException e) {
      noteMissedConnection(e);
    } finally {
      current = null;
      intake.release();
    }
  }

  private void noteMissedConnection(Exception e) {
    if (!connectionMissed) {
      connectionMissed = true;
      LOG.warn("consumer {} cannot consume queue {}; it goes on trying", name, settings.queue, e);
    }
  }

  private void consume(Subscription open) throws IOException, InterruptedException {
    while (!thread.isStopping() && open.isOpen()) {
      for (Subscription.Arrival arrival : open.take(intake.untilNext())) {
        intake.add(arrival.delivery(), arrival.tag());
      }
      if (open.isOpen()) {
        settle(open, intake.work());
      }
    }
    if (!thread.isStopping()) {
      throw new IOException("the connection or the queue is gone");
    }
  }

  private void settle(Subscription open, List<Intake.Settled<Long>> settled) throws IOException {
    for (Intake.Settled<Long> one : settled) {
      open.acknowledge(one.handle());
    }
    if (!settled.isEmpty()) {
      afterBatch.run();
    }
  }

  /**
   * Finishes and acknowledges the batch under way, takes no more, and disconnects. The broker takes
   * back the rest.
   *
   * @return whether it ended in time; if not, it was interrupted
   */
  public boolean stop(Duration limit) {
    return thread.stop(limit, this::wake);
  }

  private void wake() {
    Subscription open = current;
    if (open != null) {
      open.wake();
    }
  }

  /** Stops, within 30 seconds. */
  @Override
  public void close() {
    stop(DEFAULT_STOP);
  }

  /** Makes a {@link RabbitConsumer}. For one thread. */
  public static final class Builder extends IntakeBuilder<Builder> {
    /** As many as the broker may hand over before the first is acknowledged. */
    public static final int DEFAULT_PREFETCH = 200;

    private static final int MAX_PREFETCH = 10_000;

    private final ConnectionFactory factory;
    private final String queue;
    private int prefetch = DEFAULT_PREFETCH;

    private Builder(
        ConnectionFactory factory, String queue, Inbox inbox, ConsumerSettings consumer) {
      super(inbox, consumer, CloudEventsReader.amqp());
      this.factory = Objects.requireNonNull(factory, "factory");
      this.queue = Objects.requireNonNull(queue, "queue");
    }

    @Override
    protected Builder self() {
      return this;
    }

    /**
     * How many messages may be in hand at once, 1 to {@value #MAX_PREFETCH}. Batches are no larger,
     * and messages that wait for their next attempt count.
     */
    public Builder prefetch(int messages) {
      if (messages < 1 || messages > MAX_PREFETCH) {
        throw new IllegalArgumentException(
            "prefetch is %d; give 1 to %d".formatted(messages, MAX_PREFETCH));
      }
      this.prefetch = messages;
      return this;
    }

    /** Starts consuming. A broker that is not there yet is waited for. */
    public RabbitConsumer start() {
      RabbitConsumer made = new RabbitConsumer(this, consumerName(), intake(), afterBatch());
      made.thread.start();
      return made;
    }
  }
}
