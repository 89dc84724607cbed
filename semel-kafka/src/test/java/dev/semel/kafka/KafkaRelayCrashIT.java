package dev.semel.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.Relay;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A relay that is killed after it has published and before it has saved its position. */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class KafkaRelayCrashIT {
  private static final int CASES = 20;

  /** Another source than that of the killed one, whose last records may come late. */
  private static final String SUCCESSOR = "/successor";

  private final KafkaCluster cluster = KafkaCluster.shared();
  private final PostgresDatabase database;
  private final CaseEvents events;
  private final String type = "case-" + UUID.randomUUID();
  private final String topic = TopicRule.STANDARD_PREFIX + type;

  KafkaRelayCrashIT(PostgresDatabase database) {
    this.database = database;
    this.events = new CaseEvents(database);
  }

  @Test
  void whatAKilledRelayHadNotSavedComesAgainInOrderAndNothingIsLost() {
    cluster.createTopic(topic, 3, 1);
    events.write(type, CASES, 1, 10);
    try (ChildProcess child =
        ChildProcess.run(
            RelayProgram.class, database.jdbcUrl(), type, cluster.bootstrapServers())) {
      Eventually.holds("it has published", () -> TopicLog.count(cluster, topic) >= 5 * CASES);
      child.kill();
    }
    events.write(type, CASES, 11, 15);
    try (KafkaSink sink =
            KafkaSink.builder(cluster.bootstrapServers(), SUCCESSOR)
                .relaySettings(CaseEvents.SETTINGS)
                .build();
        Relay successor = events.relay(type, "successor", sink, CaseEvents.SETTINGS)) {
      successor.start();
      Eventually.holds("all is published", () -> successor.status().waitingEvents() == 0);
    }

    events.countArrivals(cluster, topic);
    assertThat(events.lost(type)).isZero();
    assertThat(events.arrived(SUCCESSOR)).isEqualTo(15 * CASES);
    assertThat(events.twice(SUCCESSOR)).isZero();
    assertThat(events.twice(RelayProgram.SOURCE)).isZero();
    assertThat(events.outOfOrder()).isEmpty();
  }
}
