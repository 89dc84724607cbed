package dev.semel.spring.listener;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.testing.kafka.KafkaCluster;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** A topic of its own on the shared broker, and who writes to it. */
final class Letters implements AutoCloseable {
  static final String SOURCE = "/casework";

  private final String topic = "letters-" + UUID.randomUUID();
  private final KafkaProducer<String, String> producer;

  Letters() {
    KafkaCluster.shared().createTopic(topic, 1, 1);
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, KafkaCluster.shared().bootstrapServers()),
            new StringSerializer(),
            new StringSerializer());
  }

  String topic() {
    return topic;
  }

  /** A CloudEvent. */
  void send(String id, String word) {
    send(id, word, word, null);
  }

  void send(String id, String key, String word, @Nullable Long version) {
    ProducerRecord<String, String> letter = new ProducerRecord<>(topic, key, word);
    header(letter, "ce_specversion", "1.0");
    header(letter, "ce_id", id);
    header(letter, "ce_source", SOURCE);
    header(letter, "ce_type", "Said");
    if (version != null) {
      header(letter, "ce_aggregatetype", "word");
      header(letter, "ce_aggregateversion", Long.toString(version));
    }
    deliver(letter);
  }

  /** One that does not say which message it is. */
  void sendNameless(String word) {
    deliver(new ProducerRecord<>(topic, word, word));
  }

  private static void header(ProducerRecord<?, ?> letter, String name, String value) {
    letter.headers().add(name, value.getBytes(UTF_8));
  }

  private void deliver(ProducerRecord<String, String> letter) {
    try {
      var unused = producer.send(letter).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
