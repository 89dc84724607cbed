package dev.semel.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.relay.AfterDeadLetter;
import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A relay from PostgreSQL to Kafka. */
@ExtendWith(PostgresExtension.class)
class KafkaRelayIT {
  /** Keeps its shards however slow the machine is, so that nothing comes twice. */
  private static final RelaySettings ALONE = CaseEvents.SETTINGS.lease(Duration.ofMinutes(1));

  private static final int CASES = 40;
  private static final int VERSIONS = 25;

  private final KafkaCluster cluster = KafkaCluster.shared();
  private final CaseEvents events;
  private final String type = "case-" + UUID.randomUUID();
  private final String topic = TopicRule.STANDARD_PREFIX + type;

  KafkaRelayIT(PostgresDatabase database) {
    this.events = new CaseEvents(database);
  }

  @Test
  void twoNodesPublishEverythingInOrder() {
    cluster.createTopic(topic, 4, 1);
    try (KafkaSink firstSink = sink();
        KafkaSink secondSink = sink();
        Relay first = events.relay(type, "first", firstSink, CaseEvents.SETTINGS);
        Relay second = events.relay(type, "second", secondSink, CaseEvents.SETTINGS)) {
      first.start();
      second.start();
      events.write(type, CASES, 1, VERSIONS);
      Eventually.holds("all is published", () -> first.status().waitingEvents() == 0);
      assertThat(first.stop(Duration.ofSeconds(20))).isTrue();
      assertThat(second.stop(Duration.ofSeconds(20))).isTrue();
    }

    events.countArrivals(cluster, topic);
    assertThat(events.lost(type)).isZero();
    assertThat(events.outOfOrder()).isEmpty();
  }

  @Test
  void anOversizedEventIsParkedAtOnceAndItsAggregateWaits() {
    cluster.createTopic(topic, 1, 1, Map.of("max.message.bytes", "10000"));
    try (KafkaSink sink = sink();
        Relay relay = events.relay(type, "n", sink, ALONE)) {
      relay.start();
      writeWithOneOversized();

      Eventually.holds("it is parked", () -> relay.status().deadLetters() == 1);
      Eventually.holds("the other case goes on", () -> TopicLog.count(cluster, topic) == 3);
      List<DeadLetter> letters = relay.deadLetters().list(DeadLetterFilter.all(), 10);
      assertThat(letters).hasSize(1);
      assertThat(letters.get(0).event().aggregateId()).isEqualTo("large");
      assertThat(letters.get(0).attempts()).isEqualTo(1);
      assertThat(letters.get(0).reason()).startsWith("too large for topic " + topic);
      Eventually.holds(
          "the next one waits behind it",
          () -> relay.deadLetters().list(DeadLetterFilter.all(), 1).get(0).waiting() == 1);
    }
  }

  @Test
  void anOversizedEventIsLeftBehindIfSoConfigured() {
    cluster.createTopic(topic, 1, 1, Map.of("max.message.bytes", "10000"));
    RelaySettings goOn = ALONE.afterDeadLetter(AfterDeadLetter.GO_ON);
    try (KafkaSink sink = sink();
        Relay relay = events.relay(type, "n", sink, goOn)) {
      relay.start();
      writeWithOneOversized();

      Eventually.holds("it is parked", () -> relay.status().deadLetters() == 1);
      Eventually.holds("its aggregate goes on", () -> TopicLog.count(cluster, topic) == 4);
    }
  }

  private void writeWithOneOversized() {
    String large = "\"" + "x".repeat(20_000) + "\"";
    events.write(Event.of(type, "large", "opened", "{}").version(1));
    events.write(Event.of(type, "large", "changed", large).version(2));
    events.write(Event.of(type, "large", "closed", "{}").version(3));
    events.write(Event.of(type, "small", "opened", "{}").version(1));
    events.write(Event.of(type, "small", "closed", "{}").version(2));
  }

  private KafkaSink sink() {
    return KafkaSink.builder(cluster.bootstrapServers(), "/casework")
        .relaySettings(CaseEvents.SETTINGS)
        .topics(TopicRule.byAggregateType())
        .build();
  }
}
