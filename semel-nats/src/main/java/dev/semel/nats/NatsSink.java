package dev.semel.nats;

import dev.semel.relay.CloudEventAttributes;
import dev.semel.relay.Delivery;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PublishOptions;
import io.nats.client.api.PublishAck;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events to NATS JetStream.
 *
 * <pre>{@code
 * NatsSink sink =
 *     NatsSink.builder(options, "/casework").subjects(NatsSubjects.under("casework")).build();
 * }</pre>
 *
 * <p><b>Guarantee.</b> An event is published when a stream has acknowledged it, or said that it has
 * it already. {@code Nats-Msg-Id} is the event's id, so what is sent again within the stream's
 * duplicate window is stored once. An event that no stream takes, or that a stream turns down, has
 * failed; one that is too large is refused. While the server is away nothing is counted.
 *
 * <p><b>Order.</b> Within an aggregate, as the relay hands events over: the next one comes when the
 * one before is acknowledged. All events of a batch are on their way at once.
 *
 * <p><b>Threads.</b> Safe for use by several threads. A thread of its own connects and sends;
 * {@link #publish} only hands over.
 */
public final class NatsSink implements Sink {
  /** Until a server that went away is asked again. */
  static final Duration RETRY_AFTER = Duration.ofMillis(500);

  private static final Duration ACKNOWLEDGE_LIMIT = Duration.ofSeconds(10);

  private final Options options;
  private final OutgoingMessages messages;
  private final @Nullable String stream;
  private final ExecutorService sender =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "semel-nats-sink");
            thread.setDaemon(true);
            return thread;
          });
  private @Nullable Connection connection;
  private @Nullable JetStream jetStream;

  private NatsSink(Builder builder) {
    NatsSubjects subjects =
        Objects.requireNonNull(builder.subjects, "subjects: say where events go");
    this.options = Links.forPublishing(builder.options);
    this.messages = new OutgoingMessages(builder.source, subjects);
    this.stream = builder.stream;
  }

  /**
   * Begins a sink.
   *
   * @param options how to connect; reconnecting never ends, whatever they say
   * @param source the CloudEvents source of all events; with the event's id it is their identity,
   *     so it stays the same for ever
   */
  public static Builder builder(Options options, String source) {
    return new Builder(options, source);
  }

  @Override
  public void publish(SinkBatch batch) {
    try {
      sender.execute(() -> batch.deliveries().forEach(one -> send(one, batch.replay())));
    } catch (RejectedExecutionException e) {
      batch.deliveries().forEach(delivery -> delivery.unavailable("the sink is closed"));
    }
  }

  private void send(Delivery delivery, boolean replay) {
    if (!delivery.isWanted()) {
      return;
    }
    try {
      send(delivery, replay, connected());
    } catch (IOException | IllegalStateException e) {
      delivery.unavailable("NATS cannot be reached: " + e, RETRY_AFTER);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      delivery.unavailable("the sink was interrupted");
    } catch (IllegalArgumentException e) {
      delivery.refused("NATS' client refuses to send it: " + e.getMessage());
    } catch (RuntimeException e) {
      delivery.failed("it could not be handed to NATS' client: " + e);
    }
  }

  private @Nullable Message prepared(Delivery delivery) {
    try {
      return messages.of(delivery.event());
    } catch (RuntimeException e) {
      delivery.refused("it has no form as a message of NATS: " + e);
      return null;
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // its end settles the delivery
  private void send(Delivery delivery, boolean replay, Connection open) {
    if (open.getStatus() != Connection.Status.CONNECTED) {
      delivery.unavailable("NATS cannot be reached: " + open.getStatus(), RETRY_AFTER);
      return;
    }
    Message message = prepared(delivery);
    if (message == null) {
      return;
    }
    long bytes = OutgoingMessages.bytes(message);
    if (bytes > open.getMaxPayload()) {
      delivery.refused(
          "it has %d bytes; the server takes at most %d".formatted(bytes, open.getMaxPayload()));
      return;
    }
    PublishOptions.Builder how =
        PublishOptions.builder().messageId(OutgoingMessages.id(delivery.event(), replay));
    if (stream != null) {
      how.expectedStream(stream);
    }
    CompletableFuture<PublishAck> answer =
        Objects.requireNonNull(jetStream).publishAsync(message, how.build());
    answer
        .copy()
        .orTimeout(ACKNOWLEDGE_LIMIT.toSeconds(), TimeUnit.SECONDS)
        .whenComplete((ack, failure) -> settle(delivery, message.getSubject(), failure));
  }

  /** A duplicate is acknowledged too: the stream has it. */
  private void settle(Delivery delivery, String subject, @Nullable Throwable failure) {
    if (failure == null) {
      delivery.published();
      return;
    }
    JetStreamApiException said = Answers.apiFailure(failure);
    if (said != null) {
      Answers.settle(delivery, said);
    } else if (Answers.isNobodyThere(failure)) {
      lookForStream(delivery, subject);
    } else {
      delivery.unavailable("NATS did not acknowledge it: " + failure, RETRY_AFTER);
    }
  }

  // Nobody answers for a subject that no stream takes, nor while JetStream starts or elects.
  private void lookForStream(Delivery delivery, String subject) {
    try {
      sender.execute(() -> lookForStreamNow(delivery, subject));
    } catch (RejectedExecutionException e) {
      delivery.unavailable("the sink is closed");
    }
  }

  private void lookForStreamNow(Delivery delivery, String subject) {
    try {
      if (connected().jetStreamManagement().getStreamNames(subject).isEmpty()) {
        delivery.failed("no stream takes the subject '%s'; add it to one".formatted(subject));
        return;
      }
    } catch (IOException | JetStreamApiException | RuntimeException e) {
      delivery.unavailable("JetStream does not answer: " + e, RETRY_AFTER);
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    delivery.unavailable("the stream does not answer now", RETRY_AFTER);
  }

  private Connection connected() throws IOException, InterruptedException {
    Connection current = connection;
    if (current == null || current.getStatus() == Connection.Status.CLOSED) {
      current = Nats.connect(options);
      connection = current;
      jetStream = current.jetStream();
    }
    return current;
  }

  /** Sends what was handed over, and disconnects. What is not acknowledged then is sent again. */
  @Override
  public void close() {
    try {
      sender.execute(this::disconnect);
    } catch (RejectedExecutionException e) {
      return;
    }
    sender.shutdown();
  }

  private void disconnect() {
    if (connection != null) {
      Links.close(connection);
    }
  }

  /** Makes a {@link NatsSink}. For one thread. */
  public static final class Builder {
    private final Options options;
    private final String source;
    private @Nullable NatsSubjects subjects;
    private @Nullable String stream;

    private Builder(Options options, String source) {
      this.options = Objects.requireNonNull(options, "options");
      this.source = CloudEventAttributes.checkedSource(source);
    }

    /** Where events go. The stream should keep its messages in files, or a restart forgets them. */
    public Builder subjects(NatsSubjects rule) {
      this.subjects = rule;
      return this;
    }

    /** Refuses to be acknowledged by any other stream than this one. */
    public Builder expectingStream(String name) {
      this.stream = name;
      return this;
    }

    public NatsSink build() {
      return new NatsSink(this);
    }
  }
}
