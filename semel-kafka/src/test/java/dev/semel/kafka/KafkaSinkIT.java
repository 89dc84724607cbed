package dev.semel.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.Delivery;
import dev.semel.inbox.Message;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.SinkBatch;
import dev.semel.testing.broker.AwaitedDelivery;
import dev.semel.testing.kafka.KafkaCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaSinkIT {
  private static final String JSON = "{\"outcome\": \"gr\u00fcn\"}";

  private final KafkaCluster cluster = KafkaCluster.shared();
  private final String type = "case-" + UUID.randomUUID();
  private final String topic = "outbox.event." + type;
  private final KafkaSink sink =
      KafkaSink.builder(cluster.bootstrapServers(), "/casework")
          .property("max.block.ms", "5000")
          .build();

  @AfterEach
  void close() {
    sink.close();
  }

  @Test
  void aRecordIsACloudEventWithTheAggregatesIdAsItsKey() throws Exception {
    cluster.createTopic(topic, 3, 1);
    RelayedEvent event =
        Settled.event(type, "42", JSON)
            .withHeaders(Map.of("trace", "t-1", "CE_id", "forged", "Content-Type", "text/plain"));

    assertThat(Settled.by(sink, event)).isEqualTo("published");

    ConsumerRecord<String, byte[]> record = onlyRecord();
    assertThat(record.key()).isEqualTo("42");
    assertThat(record.value()).asString(UTF_8).isEqualTo(JSON);
    assertThat(TopicLog.headers(record))
        .isEqualTo(
            new TreeMap<>(
                Map.ofEntries(
                    Map.entry("ce_specversion", "1.0"),
                    Map.entry("ce_id", event.id().toString()),
                    Map.entry("ce_source", "/casework"),
                    Map.entry("ce_type", "approved"),
                    Map.entry("ce_subject", "42"),
                    Map.entry("ce_time", "2026-11-16T08:00:00.123456Z"),
                    Map.entry("ce_aggregatetype", type),
                    Map.entry("ce_aggregateversion", "7"),
                    Map.entry("ce_tenant", "acme"),
                    Map.entry("content-type", "application/json"),
                    Map.entry("id", event.id().toString()),
                    Map.entry("trace", "t-1"))));
  }

  @Test
  void theInboxReadsWhatTheSinkWrote() throws Exception {
    cluster.createTopic(topic, 1, 1);
    RelayedEvent event =
        Settled.event(type, "42", JSON)
            .withHeaders(Map.of(RelayedEvent.REPLAY_HEADER, "rebuild-dashboard"));
    Settled.by(sink, event);

    Message message = CloudEventsReader.kafka().read(delivery(onlyRecord()));

    assertThat(message.id().source()).isEqualTo("/casework");
    assertThat(message.id().id()).isEqualTo(event.id().toString());
    assertThat(message.type()).isEqualTo("approved");
    assertThat(message.tenant()).isEqualTo("acme");
    assertThat(message.aggregateType()).isEqualTo(type);
    assertThat(message.key()).isEqualTo("42");
    assertThat(message.version()).isEqualTo(7);
    assertThat(message.headers()).containsEntry("semel-replay", "rebuild-dashboard");
  }

  @Test
  void anEventWithoutPayloadIsATombstone() throws Exception {
    cluster.createTopic(topic, 1, 1);

    assertThat(Settled.by(sink, Settled.event(type, "42", null))).isEqualTo("published");

    ConsumerRecord<String, byte[]> record = onlyRecord();
    assertThat(record.value()).isNull();
    assertThat(TopicLog.headers(record)).containsKey("ce_id").doesNotContainKey("content-type");
  }

  @Test
  void aMissingTopicFailsItsOwnEventsOnlyAndIsFoundOnceItIsThere() throws Exception {
    String other = "other-" + UUID.randomUUID();
    cluster.createTopic("outbox.event." + other, 1, 1);

    assertThat(Settled.by(sink, Settled.event(type, "1", JSON)))
        .isEqualTo(
            "failed: topic %s is not there: create it, or change the rule for topics"
                .formatted(topic));
    assertThat(Settled.by(sink, Settled.event(other, "1", JSON))).isEqualTo("published");

    cluster.createTopic(topic, 1, 1);
    assertThat(Settled.by(sink, Settled.event(type, "1", JSON))).isEqualTo("published");
  }

  @Test
  void aTopicThatCannotExistIsRefused() throws Exception {
    assertThat(Settled.by(sink, Settled.event("case file", "1", JSON)))
        .startsWith("refused: \"outbox.event.case file\" is no name for a topic");
  }

  @Test
  void whatTheProducerOrTheTopicFindsTooLargeIsRefused() throws Exception {
    cluster.createTopic(topic, 1, 1, Map.of("max.message.bytes", "10000"));
    String large = "\"" + "x".repeat(20_000) + "\"";
    String larger = "\"" + "x".repeat(2_000_000) + "\"";

    assertThat(Settled.by(sink, Settled.event(type, "1", large))).startsWith("refused: too large");
    assertThat(Settled.by(sink, Settled.event(type, "1", larger))).startsWith("refused: too large");
    assertThat(Settled.by(sink, Settled.event(type, "1", JSON))).isEqualTo("published");
  }

  @Test
  void aTooLargeOneAmongManyIsRefusedAlone() throws Exception {
    cluster.createTopic(topic, 1, 1, Map.of("max.message.bytes", "10000"));
    List<AwaitedDelivery> batch = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String payload = i == 30 ? "\"" + "x".repeat(9_900) + "\"" : JSON;
      batch.add(new AwaitedDelivery(Settled.event(type, "case-" + i, payload)));
    }
    try (KafkaSink lingering =
        KafkaSink.builder(cluster.bootstrapServers(), "/casework")
            .property("linger.ms", "200")
            .build()) {
      lingering.publish(new SinkBatch("relay", 0, 1, false, List.copyOf(batch)));
      for (AwaitedDelivery delivery : batch) {
        boolean isLarge = delivery == batch.get(30);
        assertThat(delivery.outcome()).startsWith(isLarge ? "refused: too large" : "published");
      }
    }
    assertThat(TopicLog.count(cluster, topic)).isEqualTo(59);
  }

  @Test
  void aBrokenProducerIsReplaced() throws Exception {
    cluster.createTopic(topic, 1, 1);
    Settled.by(sink, Settled.event(type, "1", JSON));
    sink.producers().current().close();

    assertThat(Settled.by(sink, Settled.event(type, "1", JSON))).startsWith("unavailable: ");
    assertThat(Settled.by(sink, Settled.event(type, "1", JSON))).isEqualTo("published");
  }

  @Test
  void whileNoBrokerCanBeReachedItIsUnavailable() throws Exception {
    try (KafkaSink lonely =
        KafkaSink.builder("127.0.0.1:1", "/casework").property("max.block.ms", "500").build()) {
      assertThat(Settled.by(lonely, Settled.event(type, "1", JSON))).startsWith("unavailable: ");
    }
  }

  private ConsumerRecord<String, byte[]> onlyRecord() {
    List<ConsumerRecord<String, byte[]>> records = TopicLog.of(cluster, topic);
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  private static Delivery delivery(ConsumerRecord<String, byte[]> record) {
    return Delivery.of(record.topic(), TopicLog.headers(record), record.value()).key(record.key());
  }
}
