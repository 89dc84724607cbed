package dev.semel.demo.flow;

import dev.semel.demo.broker.Broker;
import dev.semel.kafka.KafkaSink;
import dev.semel.kafka.TopicRule;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelayStatus;
import dev.semel.relay.ReplayRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The relay from the outbox to Kafka. It can be killed and started again, which is what storms do.
 * Safe for use by several threads.
 */
final class Outgoing implements AutoCloseable {
  /** What consumers know the events by, with their ids. */
  private static final String SOURCE = "/casework";

  /** A relay that was killed is missed sooner than it would be in production. */
  private static final RelaySettings SETTINGS =
      RelaySettings.standard().shards(4).lease(Duration.ofSeconds(5));

  private static final Duration DRAIN = Duration.ofSeconds(5);
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);
  private static final int MAX_TRIES = 120;
  private static final long BETWEEN_TRIES_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final PostgresRelays outbox;
  private final String name;
  private final CrashableSink sink;
  private final FlowCounters counters;
  private volatile Relay relay;

  /**
   * Ready to start.
   *
   * @param name of the relay
   */
  Outgoing(PostgresRelays outbox, String name, Broker broker, FlowCounters counters) {
    this.outbox = outbox;
    this.name = name;
    this.counters = counters;
    this.sink =
        new CrashableSink(
            KafkaSink.builder(broker.bootstrapServers(), SOURCE)
                .topics(TopicRule.always(broker.topic()))
                .relaySettings(SETTINGS)
                .build());
    this.relay = relay();
  }

  /** A node of its own each time: one that was killed may come back late. */
  private Relay relay() {
    return Relay.builder(outbox, name, sink).settings(SETTINGS).listener(counters).build();
  }

  void start() {
    relay.start();
  }

  void wakeUp() {
    relay.wakeUp();
  }

  RelayStatus status() {
    return relay.status();
  }

  DeadLetters deadLetters() {
    return relay.deadLetters();
  }

  /**
   * Kills the relay when the broker has taken an event and the relay has not saved that it has.
   * Another one goes on, and sends it again.
   *
   * @param stir makes an event, in case nobody else does
   * @return whether it came to that
   */
  synchronized boolean crash(Runnable stir) {
    sink.silence();
    try {
      stir.run();
      return sink.awaitPublished(MAX_WAIT);
    } finally {
      relay.stop(Duration.ZERO);
      sink.speak();
      startAgain();
    }
  }

  /**
   * Lets later events overtake: while the relay stands still, a replay sends what it is told.
   *
   * @param latest makes some events, and says which of them go first
   */
  synchronized void overtake(Supplier<ReplayRequest> latest) {
    relay.stop(DRAIN);
    try {
      relay.replay(latest.get());
    } finally {
      startAgain();
    }
  }

  /** The database may be away just now; without a relay nothing would ever arrive. */
  private void startAgain() {
    relay = relay();
    for (int tries = 1; !isStarted(tries == MAX_TRIES); tries++) {
      LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
    }
  }

  private boolean isStarted(boolean isLastTry) {
    try {
      relay.start();
      return true;
    } catch (RuntimeException e) {
      if (isLastTry) {
        throw e;
      }
      return false;
    }
  }

  @Override
  public synchronized void close() {
    relay.stop(DRAIN);
    sink.close();
  }
}
