package dev.semel.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.RelayListener;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A relay whose brokers die under it. */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class KafkaBrokerLossIT {
  private static final int CASES = 20;

  private final CaseEvents events;
  private final String type = "case-" + UUID.randomUUID();
  private final String topic = TopicRule.STANDARD_PREFIX + type;
  private final List<RelayChange> changes = new CopyOnWriteArrayList<>();

  KafkaBrokerLossIT(PostgresDatabase database) {
    this.events = new CaseEvents(database);
  }

  @Test
  void aBrokerThatIsKilledIsWaitedForAndNothingIsLost() {
    try (KafkaCluster cluster = KafkaCluster.builder().ownProcesses().start();
        KafkaSink sink = sink(cluster);
        Relay relay = relay(sink)) {
      cluster.createTopic(topic, 3, 1);
      relay.start();
      events.write(type, CASES, 1, 5);
      Eventually.holds("something is published", () -> TopicLog.count(cluster, topic) > 0);
      events.write(type, CASES, 6, 10);
      cluster.killBroker(0);
      events.write(type, CASES, 11, 15);
      Eventually.holds("the relay waits", () -> hasHeard(RelayChange.SinkUnavailable.class));
      assertThat(relay.status().deadLetters()).isZero();
      cluster.startBroker(0);
      Eventually.holds("all is published", () -> relay.status().waitingEvents() == 0);

      assertNothingLost(cluster);
    }
  }

  @Test
  void ofThreeBrokersOneMayGoAndWithoutTwoItWaits() {
    try (KafkaCluster cluster = KafkaCluster.builder().brokers(3).start();
        KafkaSink sink = sink(cluster);
        Relay relay = relay(sink)) {
      cluster.createTopic(topic, 3, 3);
      relay.start();
      events.write(type, CASES, 1, 5);
      cluster.stopBroker(2);
      events.write(type, CASES, 6, 10);
      Eventually.holds("two are enough", () -> relay.status().waitingEvents() == 0);

      cluster.stopBroker(1);
      events.write(type, CASES, 11, 15);
      Eventually.holds("the relay waits", () -> hasHeard(RelayChange.SinkUnavailable.class));
      assertThat(relay.status().deadLetters()).isZero();
      assertThat(relay.status().waitingEvents()).isPositive();

      cluster.startBroker(1, 2);
      Eventually.holds("all is published", () -> relay.status().waitingEvents() == 0);
      assertThat(hasHeard(RelayChange.Parked.class)).isFalse();
      assertNothingLost(cluster);
    }
  }

  private void assertNothingLost(KafkaCluster cluster) {
    events.countArrivals(cluster, topic);
    assertThat(events.lost(type)).isZero();
    assertThat(events.outOfOrder()).isEmpty();
  }

  private boolean hasHeard(Class<? extends RelayChange> what) {
    return changes.stream().anyMatch(what::isInstance);
  }

  private Relay relay(KafkaSink sink) {
    RelayListener listener = changes::add;
    return events.relay(type, "n", sink, CaseEvents.SETTINGS, listener);
  }

  private static KafkaSink sink(KafkaCluster cluster) {
    return KafkaSink.builder(cluster.bootstrapServers(), "/casework")
        .relaySettings(CaseEvents.SETTINGS)
        .build();
  }
}
