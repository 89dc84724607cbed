package dev.semel.torture.role;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.kafka.KafkaSink;
import dev.semel.kafka.TopicRule;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import java.time.Duration;

/** Publishes the outbox to Kafka. */
final class RelayRole implements AutoCloseable {
  private static final int CONNECTIONS = 4;
  private static final Duration DRAIN = Duration.ofSeconds(5);

  private final HikariDataSource pool;
  private final KafkaSink sink;
  private final Relay relay;

  private RelayRole(HikariDataSource pool, KafkaSink sink, Relay relay) {
    this.pool = pool;
    this.sink = sink;
    this.relay = relay;
  }

  static RelayRole start(RoleSettings settings) {
    HikariDataSource pool = Parts.pool(settings, CONNECTIONS);
    KafkaSink sink =
        KafkaSink.builder(settings.brokers(), Parts.SOURCE)
            .topics(TopicRule.byAggregateType(Parts.TOPIC_PREFIX))
            .relaySettings(Parts.relaySettings())
            .build();
    Relay relay =
        Relay.builder(Patiently.make(() -> PostgresRelays.on(pool)), Parts.RELAY, sink)
            .node(settings.name())
            .settings(Parts.relaySettings())
            .build();
    Patiently.make(
        () -> {
          relay.start();
          return relay;
        });
    return new RelayRole(pool, sink, relay);
  }

  @Override
  public void close() {
    relay.stop(DRAIN);
    Parts.closeQuietly(sink);
    pool.close();
  }
}
