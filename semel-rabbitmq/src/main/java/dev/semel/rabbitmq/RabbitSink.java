package dev.semel.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import dev.semel.relay.CloudEventAttributes;
import dev.semel.relay.Delivery;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes events to RabbitMQ.
 *
 * <pre>{@code
 * RabbitSink sink =
 *     RabbitSink.builder(factory, "/casework").routing(RabbitRouting.toExchange("cases")).build();
 * }</pre>
 *
 * <p><b>Guarantee.</b> An event is published when the broker has confirmed it and had a queue for
 * it. One that no queue is bound for, or that the broker could not take, has failed; one that is
 * too large is refused; what was not confirmed when the connection was lost is sent again, with the
 * same message id. While the broker is short of memory or disk, or away, nothing is counted.
 *
 * <p><b>Order.</b> Within an aggregate, as the relay hands events over: the next one comes when the
 * one before is confirmed. All events of a batch are on their way at once.
 *
 * <p><b>Threads.</b> Safe for use by several threads. A thread of its own connects and sends;
 * {@link #publish} only hands over.
 */
public final class RabbitSink implements Sink {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel");

  private final Connections connections;
  private final RabbitRouting routing;
  private final OutgoingMessages messages;
  private final ExecutorService sender =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "semel-rabbitmq-sink");
            thread.setDaemon(true);
            return thread;
          });
  private volatile @Nullable PublishingLink link;

  private RabbitSink(Builder builder) {
    this.connections = new Connections(builder.factory, "semel sink");
    this.routing = Objects.requireNonNull(builder.routing, "routing: say where events go");
    this.messages = new OutgoingMessages(builder.source, builder.maxBodyBytes);
  }

  /**
   * Begins a sink.
   *
   * @param factory how to connect; its settings are copied now. Connections are not recovered by
   *     the client but made anew by the sink, heartbeats come every 15 seconds at least
   * @param source the CloudEvents source of all events; with the event's id it is their identity,
   *     so it stays the same for ever
   */
  public static Builder builder(ConnectionFactory factory, String source) {
    return new Builder(factory, source);
  }

  @Override
  public void publish(SinkBatch batch) {
    try {
      sender.execute(() -> batch.deliveries().forEach(this::send));
    } catch (RejectedExecutionException e) {
      batch.deliveries().forEach(delivery -> delivery.unavailable("the sink is closed"));
    }
  }

  private void send(Delivery delivery) {
    if (!delivery.isWanted()) {
      return;
    }
    try {
      send(delivery, connected());
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      delivery.unavailable("RabbitMQ cannot be reached: " + e, Unconfirmed.RETRY_AFTER);
      drop();
    } catch (IllegalArgumentException e) {
      // The client counts a message before it refuses it, so its numbers are no longer ours.
      delivery.refused("RabbitMQ's client refuses to send it: " + e.getMessage());
      drop();
    } catch (RuntimeException e) {
      LOG.warn("an event could not be handed to RabbitMQ's client", e);
      delivery.failed("it could not be handed to RabbitMQ's client: " + e);
      drop();
    }
  }

  private void send(Delivery delivery, PublishingLink open) throws IOException {
    String blocked = open.blocked();
    if (blocked != null) {
      delivery.unavailable(blocked, Unconfirmed.RETRY_AFTER);
      return;
    }
    OutgoingMessages.Prepared prepared = messages.prepare(delivery.event(), routing);
    if (prepared.refusal() != null) {
      delivery.refused(prepared.refusal());
    } else if (!open.hasExchange(prepared.route().exchange())) {
      delivery.failed(
          "there is no exchange '%s'; declare it".formatted(prepared.route().exchange()));
    } else {
      open.send(delivery, prepared.route(), prepared.properties(), prepared.body());
    }
  }

  private PublishingLink connected() throws IOException, TimeoutException {
    PublishingLink current = link;
    if (current != null && current.isOpen()) {
      return current;
    }
    drop();
    PublishingLink fresh = PublishingLink.open(connections);
    link = fresh;
    return fresh;
  }

  private void drop() {
    PublishingLink old = link;
    link = null;
    if (old != null) {
      old.close();
    }
  }

  /** Sends what was handed over, and disconnects. What is not confirmed then is sent again. */
  @Override
  public void close() {
    try {
      sender.execute(this::drop);
    } catch (RejectedExecutionException e) {
      return;
    }
    sender.shutdown();
  }

  /** Makes a {@link RabbitSink}. For one thread. */
  public static final class Builder {
    /** What RabbitMQ 4 takes by default; older ones take more. */
    public static final int DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;

    private static final int LARGEST_BODY_BYTES = 512 * 1024 * 1024;

    private final ConnectionFactory factory;
    private final String source;
    private @Nullable RabbitRouting routing;
    private int maxBodyBytes = DEFAULT_MAX_BODY_BYTES;

    private Builder(ConnectionFactory factory, String source) {
      this.factory = Objects.requireNonNull(factory, "factory");
      this.source = CloudEventAttributes.checkedSource(source);
    }

    /** Where events go. Exchanges and queues should be durable, or a restart forgets events. */
    public Builder routing(RabbitRouting rule) {
      this.routing = rule;
      return this;
    }

    /** Larger payloads are refused; not more than the broker's {@code max_message_size}. */
    public Builder maxBodyBytes(int bytes) {
      if (bytes < 1 || bytes > LARGEST_BODY_BYTES) {
        throw new IllegalArgumentException(
            "max body bytes is %d; give 1 to %d".formatted(bytes, LARGEST_BODY_BYTES));
      }
      this.maxBodyBytes = bytes;
      return this;
    }

    public RabbitSink build() {
      return new RabbitSink(this);
    }
  }
}
