package dev.semel.kafka.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.kafka.KafkaSink;
import dev.semel.kafka.TopicLog;
import dev.semel.kafka.TopicRule;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets on the sink and on brokers for tests. */
@ExtendWith(PostgresExtension.class)
class SinkGuideIT {
  private final DataSource dataSource;
  private final Semel semel;

  SinkGuideIT(PostgresDatabase database) {
    this.dataSource = database.dataSource();
    this.semel = Semel.on(PostgresStore.builder(dataSource).migrate().build());
  }

  @Test
  void eventsGoToKafka() throws SQLException {
    // snippet: kafka-cluster
    KafkaCluster cluster = KafkaCluster.shared();
    cluster.createTopic("outbox.event.complaint", 6, 1);
    // end snippet
    String brokers = cluster.bootstrapServers();
    // snippet: kafka-sink
    KafkaSink sink = KafkaSink.builder(brokers, "/casework").build();
    Relay relay = Relay.builder(PostgresRelays.on(dataSource), "kafka", sink).build();
    relay.start();
    // end snippet
    publish(Event.of("complaint", "7", "opened", "{}").version(1));
    Eventually.holds("it is there", () -> TopicLog.count(cluster, "outbox.event.complaint") == 1);
    // snippet: kafka-sink-stop
    relay.stop(Duration.ofSeconds(20));
    sink.close();
    // end snippet
    assertThat(relay.status().waitingEvents()).isZero();
  }

  @Test
  void sinkUsesTheConfiguredTopicsAndProducerProperties() throws SQLException {
    KafkaCluster cluster = KafkaCluster.shared();
    cluster.createTopic("casework.invoice", 1, 1);
    String brokers = cluster.bootstrapServers();
    // snippet: kafka-sink-settings
    RelaySettings settings = RelaySettings.standard().deliveryTimeout(Duration.ofSeconds(30));
    KafkaSink sink =
        KafkaSink.builder(brokers, "/casework")
            .topics(TopicRule.byAggregateType("casework."))
            .relaySettings(settings)
            .property("compression.type", "lz4")
            .property("security.protocol", "PLAINTEXT")
            .build();
    // end snippet
    try (sink;
        Relay relay =
            Relay.builder(PostgresRelays.on(dataSource), "configured", sink)
                .settings(settings)
                .build()) {
      relay.start();
      publish(Event.of("invoice", "7", "opened", "{}"));
      Eventually.holds("it is published", () -> TopicLog.count(cluster, "casework.invoice") == 1);
    }
    KafkaSink.Builder unknownCompression =
        KafkaSink.builder(brokers, "/casework").property("compression.type", "zip");
    assertThatThrownBy(unknownCompression::build).hasStackTraceContaining("compression.type");
  }

  private void publish(Event event) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      semel.within(connection).publish("acme", event);
      connection.commit();
    }
  }
}
