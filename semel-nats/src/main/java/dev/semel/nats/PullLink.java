package dev.semel.nats;

import dev.semel.ConfigurationException;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A connection on which a durable consumer is pulled from. As long as a message is in hand, the
 * server is told so on a thread of its own. All else is for one thread.
 */
final class PullLink implements AutoCloseable {
  private static final int NOT_FOUND = 404;
  private static final int SIGNS_PER_ACK_WAIT = 3;

  private final Connection connection;
  private final JetStreamSubscription subscription;
  private final Set<Message> inHand = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService signs =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "semel-nats-signs");
            thread.setDaemon(true);
            return thread;
          });
  private final ScheduledFuture<?> giving;

  private PullLink(Connection connection, JetStreamSubscription subscription, Duration ackWait) {
    this.connection = connection;
    this.subscription = subscription;
    long every = ackWait.toMillis() / SIGNS_PER_ACK_WAIT;
    this.giving =
        signs.scheduleWithFixedDelay(this::giveSigns, every, every, TimeUnit.MILLISECONDS);
  }

  static PullLink open(NatsConsumer.Builder settings)
      throws IOException, InterruptedException, JetStreamApiException {
    Connection connection = Nats.connect(settings.options);
    try {
      ConsumerConfiguration durable = durable(connection.jetStreamManagement(), settings);
      JetStreamSubscription subscription =
          connection
              .jetStream()
              .subscribe(null, PullSubscribeOptions.bind(settings.stream, settings.durable));
      return new PullLink(connection, subscription, durable.getAckWait());
    } catch (IOException | JetStreamApiException | RuntimeException e) {
      Links.close(connection);
      throw e;
    }
  }

  private static ConsumerConfiguration durable(
      JetStreamManagement management, NatsConsumer.Builder settings)
      throws IOException, JetStreamApiException {
    ConsumerInfo found;
    try {
      found = management.getConsumerInfo(settings.stream, settings.durable);
    } catch (JetStreamApiException e) {
      if (e.getErrorCode() != NOT_FOUND) {
        throw e;
      }
      found = management.addOrUpdateConsumer(settings.stream, made(settings));
    }
    return checked(found.getConsumerConfiguration());
  }

  private static ConsumerConfiguration made(NatsConsumer.Builder settings) {
    ConsumerConfiguration.Builder made =
        ConsumerConfiguration.builder()
            .durable(settings.durable)
            .ackPolicy(AckPolicy.Explicit)
            .ackWait(settings.ackWait)
            .maxAckPending((long) settings.maxInHand)
            .maxDeliver(-1);
    if (settings.filterSubject != null) {
      made.filterSubject(settings.filterSubject);
    }
    return made.build();
  }

  private static ConsumerConfiguration checked(ConsumerConfiguration found) {
    if (found.getAckPolicy() != AckPolicy.Explicit) {
      throw new ConfigurationException(
          "the durable consumer %s acknowledges by policy %s, so the server would forget messages"
                  .formatted(found.getDurable(), found.getAckPolicy())
              + " that were not applied; make it anew with explicit acknowledgements");
    }
    if (found.getMaxDeliver() > 0) {
      throw new ConfigurationException(
          "the durable consumer %s delivers a message %d times at most, and would drop it then"
                  .formatted(found.getDurable(), found.getMaxDeliver())
              + " without a word; set max deliver to -1");
    }
    return found;
  }

  List<Message> fetch(int max, Duration wait) {
    List<Message> fetched = subscription.fetch(max, wait);
    inHand.addAll(fetched);
    return fetched;
  }

  /** Tells the server that it is over with a message. A word that is lost is said again. */
  void settle(Message message, boolean dead) {
    inHand.remove(message);
    if (dead) {
      message.term();
    } else {
      message.ack();
    }
  }

  /** Lets others have what was not settled, at once. */
  void giveBack(List<Message> messages) throws InterruptedException {
    for (Message message : messages) {
      inHand.remove(message);
      message.nak();
    }
    flush();
  }

  private void flush() throws InterruptedException {
    try {
      connection.flush(Duration.ofSeconds(2));
    } catch (TimeoutException e) {
      // It is delivered again when the server has waited long enough.
    }
  }

  private void giveSigns() {
    for (Message message : inHand) {
      try {
        message.inProgress();
      } catch (RuntimeException e) {
        // The connection is away; if it stays so, the message is delivered again.
      }
    }
  }

  @Override
  public void close() {
    giving.cancel(false);
    signs.shutdownNow();
    Links.close(connection);
  }
}
