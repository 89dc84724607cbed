package dev.semel.nats;

import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Intake;
import dev.semel.inbox.IntakeBuilder;
import dev.semel.inbox.IntakeThread;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes a stream through the inbox: each message is applied once, however often it is delivered.
 *
 * <pre>{@code
 * NatsConsumer consumer =
 *     NatsConsumer.builder(options, "CASES", "dashboard", inbox, settings)
 *         .applying(handler)
 *         .start();
 * }</pre>
 *
 * <p><b>Guarantee.</b> A message is acknowledged after the commit of its effect, or after it was
 * kept for a worker; a dead letter is terminated after it was kept. What fails is tried again in
 * place, after a backoff, and is a dead letter after the attempts of {@link
 * ConsumerSettings#work()}. As long as a message is in hand, the server is told that it is being
 * worked on, so slow work is not delivered again. While the database is away no more is fetched,
 * and nothing becomes a dead letter.
 *
 * <p><b>Order.</b> That of the stream within a key, as long as one process has the durable consumer
 * and nothing is redelivered; after a crash of this process what it had in hand comes later than
 * what follows. Where that matters use a version guard, or {@code maxInHand(1)}.
 *
 * <p><b>Threads.</b> Works on threads of its own; {@link #close} may be called by any.
 */
public final class NatsConsumer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel");
  private static final Duration MAX_FETCH = Duration.ofMillis(500);
  private static final Duration MIN_FETCH = Duration.ofMillis(20);
  private static final Duration DEFAULT_STOP = Duration.ofSeconds(30);

  private final Builder settings;
  private final String name;
  private final Intake<Message> intake;
  private final Runnable afterBatch;
  private final IntakeThread thread;
  private boolean linkMissed;

  private NatsConsumer(Builder settings, String name, Intake<Message> intake, Runnable afterBatch) {
    this.settings = settings;
    this.name = name;
    this.intake = intake;
    this.afterBatch = afterBatch;
    this.thread = new IntakeThread("semel-nats-" + name, this::session);
  }

  /**
   * Begins a consumer.
   *
   * @param stream which must exist
   * @param durable the name under which the server keeps the position; made if it is missing. One
   *     that is there must acknowledge explicitly and deliver without limit
   */
  public static Builder builder(
      Options options, String stream, String durable, Inbox inbox, ConsumerSettings consumer) {
    return new Builder(options, stream, durable, inbox, consumer);
  }

  private void session() throws InterruptedException {
    try (PullLink link = PullLink.open(settings)) {
      linkMissed = false;
      consume(link);
      link.giveBack(intake.release());
    } catch (IOException | JetStreamApiException | RuntimeException e) {
      noteMissedLink(e);
    } finally {
      intake.release();
    }
  }

  private void noteMissedLink(Exception e) {
    if (!linkMissed) {
      linkMissed = true;
      LOG.warn("consumer {} cannot consume stream {}; it goes on trying", name, settings.stream, e);
    }
  }

  private void consume(PullLink link) throws InterruptedException {
    while (!thread.isStopping()) {
      takeMore(link);
      boolean any = false;
      for (Intake.Settled<Message> one : intake.work()) {
        link.settle(one.handle(), one.dead());
        any = true;
      }
      if (any) {
        afterBatch.run();
      }
    }
  }

  private void takeMore(PullLink link) throws InterruptedException {
    Duration wait = shorter(intake.untilNext(), MAX_FETCH);
    int free = settings.maxInHand - intake.size();
    if (free == 0 || intake.isStoreAway()) {
      thread.pause(wait);
      return;
    }
    Duration patience = wait.compareTo(MIN_FETCH) < 0 ? MIN_FETCH : wait;
    for (Message message : link.fetch(free, patience)) {
      intake.add(IncomingMessages.read(message), message);
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Finishes and acknowledges the batch under way, fetches no more, gives the rest back, and
   * disconnects.
   *
   * @return whether it ended in time; if not, it was interrupted
   */
  public boolean stop(Duration limit) {
    return thread.stop(limit, () -> {});
  }

  /** Stops, within 30 seconds. */
  @Override
  public void close() {
    stop(DEFAULT_STOP);
  }

  /** Makes a {@link NatsConsumer}. For one thread. */
  public static final class Builder extends IntakeBuilder<Builder> {
    public static final int DEFAULT_IN_HAND = 200;
    public static final Duration DEFAULT_ACK_WAIT = Duration.ofSeconds(30);

    private static final int MAX_IN_HAND = 10_000;
    private static final Duration MIN_ACK_WAIT = Duration.ofSeconds(1);
    private static final Duration MAX_ACK_WAIT = Duration.ofHours(1);

    final Options options;
    final String stream;
    final String durable;
    @Nullable String filterSubject;
    int maxInHand = DEFAULT_IN_HAND;
    Duration ackWait = DEFAULT_ACK_WAIT;

    private Builder(
        Options options, String stream, String durable, Inbox inbox, ConsumerSettings consumer) {
      super(inbox, consumer, CloudEventsReader.nats());
      this.options = Links.forConsuming(Objects.requireNonNull(options, "options"));
      this.stream = Links.checkedName("stream", stream);
      this.durable = Links.checkedName("durable consumer", durable);
    }

    @Override
    protected Builder self() {
      return this;
    }

    /** Only of this subject. Used where the durable consumer is made. */
    public Builder filterSubject(String subject) {
      this.filterSubject = subject;
      return this;
    }

    /** How many messages may be in hand at once, those that wait for an attempt included. */
    public Builder maxInHand(int messages) {
      if (messages < 1 || messages > MAX_IN_HAND) {
        throw new IllegalArgumentException(
            "max in hand is %d; give 1 to %d".formatted(messages, MAX_IN_HAND));
      }
      this.maxInHand = messages;
      return this;
    }

    /**
     * After how long without a sign the server delivers again: how soon a dead process's messages
     * come back. A sign is given three times as often. Used where the durable consumer is made.
     */
    public Builder ackWait(Duration wait) {
      if (wait.compareTo(MIN_ACK_WAIT) < 0 || wait.compareTo(MAX_ACK_WAIT) > 0) {
        throw new IllegalArgumentException(
            "ack wait is %s; give %s to %s".formatted(wait, MIN_ACK_WAIT, MAX_ACK_WAIT));
      }
      this.ackWait = wait;
      return this;
    }

    /** Starts consuming. A server or a stream that is not there yet is waited for. */
    public NatsConsumer start() {
      NatsConsumer made = new NatsConsumer(this, consumerName(), intake(), afterBatch());
      made.thread.start();
      return made;
    }
  }
}
