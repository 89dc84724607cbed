package dev.semel.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.ExploredSink;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.net.FreePorts;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A topic, and a sink that is cut off, killed and doubled while it writes to it. */
@Tag("thorough")
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredKafkaSinkIT {
  private static final String HOST = "127.0.0.1";
  private static final String TOPIC = "explored";
  private static final int PARTITIONS = 3;

  /** Proxy and broker must know of each other before either is there. */
  private final int port = FreePorts.pick();

  private final FaultProxy proxy = FaultProxy.to(HOST, port);
  private final KafkaCluster cluster =
      KafkaCluster.builder()
          .port(port)
          // Clients go where the broker says, and not where they first asked.
          .setting("advertised.listeners", "CLIENTS://%s:%d".formatted(HOST, proxy.port()))
          .start();

  ExploredKafkaSinkIT(PostgresDatabase database) {
    cluster.createTopic(TOPIC, PARTITIONS, 1);
    new BrokerPlace(HOST, port, TOPIC).note(database);
  }

  @AfterEach
  void close() {
    cluster.close();
    proxy.close();
  }

  @Test
  void whatIsSaidToBePublishedIsInTheTopicInOrder(CrashExplorer explorer) {
    CrashReport report = new ExploredKafkaSink(proxy).explore(explorer, this::hasArrived);

    assertThat(report.missed()).isZero();
  }

  /**
   * At least once, with the same id. An attempt sends the second when the first is written, and
   * writes each of them once: there are never more of the second than of the first.
   */
  private void hasArrived(String aggregate) {
    List<String> ids =
        TopicLog.of(cluster, TOPIC).stream()
            .filter(record -> aggregate.equals(record.key()))
            .map(record -> TopicLog.headers(record).getOrDefault("ce_id", ""))
            .toList();
    String first = ExploredSink.id(aggregate, 1).toString();
    String second = ExploredSink.id(aggregate, ExploredSink.EVENTS).toString();
    assertThat(ids).contains(first, second).containsOnly(first, second);
    int ahead = 0;
    for (String id : ids) {
      ahead += id.equals(first) ? 1 : -1;
      assertThat(ahead).as("the order of %s", ids).isNotNegative();
    }
  }
}
