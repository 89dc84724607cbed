package dev.semel.spring.listener;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;

/** Counts words that come in batches, in the order of their versions. */
class BatchBoard {
  static final String CONSUMER = "batch-board";

  private final JdbcClient jdbc;
  private final Script script;

  BatchBoard(JdbcClient jdbc, Script script) {
    this.jdbc = jdbc;
    this.script = script;
  }

  @KafkaListener(topics = "${letters}", id = "batches", idIsGroup = false)
  @IdempotentListener(
      consumer = CONSUMER,
      attempts = 3,
      versions = IdempotentListener.Versions.PARKED)
  public void on(List<ConsumerRecord<String, byte[]>> records) {
    for (ConsumerRecord<String, byte[]> record : records) {
      String word = new String(record.value(), StandardCharsets.UTF_8);
      jdbc.sql("INSERT INTO counted (word) VALUES (?)").param(word).update();
      script.play(word);
    }
  }
}
