package dev.semel.kafka.consumer.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.JdbcEffect;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.DebeziumReader;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.WorkSettings;
import dev.semel.kafka.consumer.KafkaConsumerRunner;
import dev.semel.kafka.consumer.KafkaConsumerSettings;
import dev.semel.kafka.consumer.KafkaConsumerStatus;
import dev.semel.kafka.consumer.KafkaInbox;
import dev.semel.kafka.consumer.KafkaMessages;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the page on consuming from Kafka. */
@ExtendWith(PostgresExtension.class)
class KafkaConsumerGuideIT {
  private static final ConsumerSettings DASHBOARD = ConsumerSettings.named("dashboard", "acme");

  private final PostgresDatabase database;
  private final Inbox inbox;
  private final List<ConsumerRecord<?, ?>> acknowledged = new ArrayList<>();

  KafkaConsumerGuideIT(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
    database.execute("CREATE TABLE IF NOT EXISTS board (message_id text)");
    this.inbox = Inbox.on(PostgresStore.on(database.dataSource()).inbox());
  }

  private void count(Message message, JdbcEffect effect) throws SQLException {
    try (PreparedStatement insert =
        effect.connection().prepareStatement("INSERT INTO board VALUES (?)")) {
      insert.setString(1, message.id().id());
      insert.executeUpdate();
    }
  }

  private long onBoard(String id) {
    return database.queryLong("SELECT count(*) FROM board WHERE message_id = ?", id);
  }

  private static void describe(Headers headers, String id) {
    Map.of("ce_specversion", "1.0", "ce_source", "/casework", "ce_type", "CaseOpened", "ce_id", id)
        .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aTopicIsConsumed() throws ExecutionException, InterruptedException {
    KafkaCluster cluster = KafkaCluster.shared();
    cluster.createTopic("cases", 2, 1);
    String bootstrapServers = cluster.bootstrapServers();
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new StringSerializer(),
            new StringSerializer())) {
      ProducerRecord<String, String> record = new ProducerRecord<>("cases", "case-7", "{}");
      describe(record.headers(), "e-1");
      producer.send(record).get();
    }
    // snippet: kafka-consumer-runner
    KafkaConsumerSettings settings =
        KafkaConsumerSettings.of(
            Map.of("bootstrap.servers", bootstrapServers, "group.id", "dashboard"), "cases");
    KafkaConsumerRunner runner =
        KafkaConsumerRunner.builder(inbox, DASHBOARD, this::count).settings(settings).build();
    runner.start();
    // end snippet
    Eventually.holds("it is applied", () -> onBoard("e-1") == 1);
    // snippet: kafka-consumer-status
    KafkaConsumerStatus status = runner.status();
    long lag = status.lag();
    for (KafkaConsumerStatus.Partition partition : status.partitions()) {
      show(partition.topic(), partition.partition(), partition.inHand(), partition.retrying());
    }
    // end snippet
    assertThat(lag).isNotNegative();
    // snippet: kafka-consumer-stop
    boolean ended = runner.stop(Duration.ofSeconds(20));
    // end snippet
    assertThat(ended).isTrue();
  }

  private static void show(String topic, int partition, int inHand, int retrying) {
    assertThat(topic).isEqualTo("cases");
    assertThat(partition + inHand + retrying).isNotNegative();
  }

  @Test
  void itCanBeToldOtherwise() {
    KafkaConsumerSettings settings =
        KafkaConsumerSettings.of(Map.of("bootstrap.servers", "b:9092", "group.id", "g"), "cases");
    // snippet: kafka-consumer-attempts
    ConsumerSettings patient =
        DASHBOARD.working(
            WorkSettings.standard()
                .batches(200)
                .attempts(5)
                .backoff(Duration.ofMillis(500), Duration.ofSeconds(30)));
    // end snippet
    // snippet: kafka-consumer-stored
    KafkaConsumerRunner keeping =
        KafkaConsumerRunner.builder(inbox, patient, this::count)
            .settings(settings.stored().workers(4))
            .reader(DebeziumReader.standard())
            .build();
    // end snippet
    assertThat(keeping.status().members()).isZero();
  }

  @Test
  void recordsThatOthersPolledAreAppliedToo() {
    ConsumerRecord<String, String> record = new ConsumerRecord<>("cases", 0, 1, "case-8", "{}");
    describe(record.headers(), "e-2");
    // snippet: kafka-consumer-core
    KafkaInbox cases = KafkaInbox.of(inbox, DASHBOARD, this::count, KafkaMessages.cloudEvents());

    Consumed consumed = cases.apply(record);
    if (consumed.mayAcknowledge()) {
      acknowledge(record);
    }
    // end snippet
    assertThat(cases.applyAll(List.of(record))).containsExactly(new Consumed.Duplicate());
    assertThat(acknowledged).hasSize(1);
    assertThat(onBoard("e-2")).isEqualTo(1);
  }

  private void acknowledge(ConsumerRecord<?, ?> record) {
    acknowledged.add(record);
  }
}
