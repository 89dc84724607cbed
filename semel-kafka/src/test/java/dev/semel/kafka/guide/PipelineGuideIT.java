package dev.semel.kafka.guide;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.kafka.TopicLog;
import dev.semel.kafka.pipeline.Pipeline;
import dev.semel.kafka.pipeline.PipelineSettings;
import dev.semel.kafka.pipeline.PipelineStatus;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** The snippets on pipelines. */
class PipelineGuideIT {
  private final KafkaCluster cluster = KafkaCluster.shared();

  // snippet: kafka-transform
  /** Tells the public about a case, without the name of whoever complained. */
  static List<ProducerRecord<byte[], byte[]>> publicNotice(ConsumerRecord<byte[], byte[]> record) {
    String text = new String(record.value(), UTF_8);
    if (text.contains("confidential")) {
      return List.of();
    }
    byte[] notice = text.replaceAll("by \\w+", "by a citizen").getBytes(UTF_8);
    return List.of(new ProducerRecord<>("notices.public", record.key(), notice));
  }

  // end snippet

  @Test
  void recordsAreTurnedIntoRecords() throws Exception {
    for (String topic : List.of("notices", "notices.public", "notices.dead")) {
      cluster.createTopic(topic, 3, 1);
    }
    String brokers = cluster.bootstrapServers();
    // snippet: kafka-pipeline
    Pipeline pipeline =
        Pipeline.builder(brokers, "public-notices", "node-1")
            .from("notices")
            .transform(record -> publicNotice(record))
            .deadLetters("notices.dead")
            .settings(PipelineSettings.standard().lanes(2).maxRecordsPerTransaction(1_000))
            .build();
    pipeline.start();
    // end snippet
    send("noise reported by Ada", "confidential", "smell reported by Carl");
    Eventually.holds("all is read", () -> pipeline.status().recordsRead() == 3);
    // snippet: kafka-pipeline-stop
    PipelineStatus status = pipeline.status();
    long dead = status.deadLetters();
    boolean ended = pipeline.stop(Duration.ofSeconds(20));
    // end snippet
    assertThat(ended).isTrue();
    assertThat(dead).isZero();
    assertThat(TopicLog.of(cluster, "notices.public"))
        .extracting(record -> new String(record.value(), UTF_8))
        .containsExactlyInAnyOrder("noise reported by a citizen", "smell reported by a citizen");
  }

  private void send(String... texts) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (String text : texts) {
        producer.send(new ProducerRecord<>("notices", text.getBytes(UTF_8))).get();
      }
    }
  }
}
