package dev.semel.kafka;

import dev.semel.relay.Delivery;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Publishes events to Kafka, as CloudEvents in binary mode with the aggregate's id as the key.
 *
 * <p><b>Guarantee.</b> What is settled as published is on all replicas that are in step ({@code
 * acks=all}), written once by this producer however often it resends (idempotence). A relay that
 * crashes sends again, with the same event id: at least once.
 *
 * <p><b>Order.</b> Events of an aggregate have one key and so one partition, and the relay sends
 * the next only when the one before is written. Adding partitions to a topic moves keys, and with
 * them the order: a consumer then may see a newer event first.
 *
 * <p><b>Threads.</b> {@link #publish} hands the batch to a thread of the sink and returns. That
 * thread waits at most {@code max.block.ms} for a place in the producer's buffer. For a topic that
 * the producer does not know yet, or that is missing, one of four others asks, so that it holds up
 * no other topic.
 */
public final class KafkaSink implements Sink {
  private static final int MAX_ASKERS = 4;
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration MAX_CLOSE = Duration.ofSeconds(10);

  private final TopicRule topics;
  private final Producers producers;
  private final TopicDesk desk;
  private final ExecutorService sender = threads("sender", 1);
  private final ExecutorService askers = threads("asker", MAX_ASKERS);

  private KafkaSink(TopicRule topics, Producers producers, EventRecords records) {
    this.topics = topics;
    this.producers = producers;
    this.desk = new TopicDesk(new Sending(producers, records), askers);
  }

  /**
   * Begins a sink.
   *
   * @param bootstrapServers where the brokers are: {@code host:port,host:port}
   * @param source who publishes, as the CloudEvents attribute {@code source}: a URI reference such
   *     as {@code /casework}. Consumers tell events by source and id together: choose it once
   */
  public static Builder builder(String bootstrapServers, String source) {
    return new Builder(bootstrapServers, source);
  }

  @Override
  public void publish(SinkBatch batch) {
    sender.execute(() -> batch.deliveries().forEach(this::send));
  }

  private void send(Delivery delivery) {
    try {
      String topic = topics.topicOf(delivery.event());
      if (TopicNames.isLegal(topic)) {
        desk.send(delivery, topic);
      } else {
        delivery.refused(
            "\"%s\" is no name for a topic: change the rule for topics, then redrive it"
                .formatted(topic));
      }
    } catch (RuntimeException e) {
      delivery.failed("the rule for topics, or the sink, failed: " + e);
    }
  }

  /** Waits a while for what is in hand, then ends. */
  @Override
  public void close() {
    sender.shutdown();
    askers.shutdown();
    try {
      sender.awaitTermination(MAX_CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producers.close();
  }

  /** For tests that break the producer. */
  Producers producers() {
    return producers;
  }

  private static ExecutorService threads(String name, int max) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            max,
            max,
            IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            // Bounded by what the relay keeps in memory.
            new LinkedBlockingQueue<>(),
            work -> daemon(work, "semel-kafka-sink-" + name + "-" + number.incrementAndGet()));
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** How a sink is made. Used by one thread. */
  public static final class Builder {
    private final String bootstrapServers;
    private final String source;
    private final Map<String, Object> properties = new HashMap<>();
    private TopicRule topics = TopicRule.byAggregateType();
    private RelaySettings relay = RelaySettings.standard();

    private Builder(String bootstrapServers, String source) {
      this.bootstrapServers = Objects.requireNonNull(bootstrapServers, "bootstrapServers");
      this.source = checked(source);
    }

    /** To which topic an event goes; {@link TopicRule#byAggregateType()} unless told. */
    public Builder topics(TopicRule rule) {
      topics = Objects.requireNonNull(rule, "rule");
      return this;
    }

    /**
     * The settings of the relay in front, the standard ones unless told. The producer gives up
     * before the relay does.
     */
    public Builder relaySettings(RelaySettings settings) {
      relay = Objects.requireNonNull(settings, "settings");
      return this;
    }

    /**
     * Sets a property of the producer: security, compression, sizes. One that would break the
     * promise is refused when the sink is built.
     */
    public Builder property(String name, Object value) {
      properties.put(name, value);
      return this;
    }

    /** Sets properties of the producer, as {@link #property} does. */
    public Builder properties(Map<String, ?> all) {
      properties.putAll(all);
      return this;
    }

    /**
     * Makes the sink. The brokers need not be up.
     *
     * @throws IllegalArgumentException if a property would break the promise, or timeouts
     *     contradict the relay's; the message says what to do
     */
    public KafkaSink build() {
      Map<String, Object> settings =
          ProducerSettings.of(bootstrapServers, properties, relay.deliveryTimeout());
      return new KafkaSink(topics, new Producers(settings), new EventRecords(source));
    }

    private static String checked(String source) {
      if (source.isBlank()) {
        throw new IllegalArgumentException(
            "the source is empty; name the service that publishes, such as /casework");
      }
      try {
        return new URI(source).toString();
      } catch (URISyntaxException e) {
        throw new IllegalArgumentException(
            "the source \"%s\" is no URI reference, such as /casework".formatted(source), e);
      }
    }
  }
}
