package dev.semel.spring.listener;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;

/** Counts words. */
class Board {
  static final String CONSUMER = "board";
  static final String REFUSED = "refused";

  private final JdbcClient jdbc;
  private final JdbcEffect effect;
  private final Script script;

  Board(JdbcClient jdbc, JdbcEffect effect, Script script) {
    this.jdbc = jdbc;
    this.effect = effect;
    this.script = script;
  }

  @KafkaListener(topics = "${letters}")
  @IdempotentListener(consumer = CONSUMER, attempts = 3)
  public void on(ConsumerRecord<String, String> record) {
    jdbc.sql("INSERT INTO counted (word, record_key, type) VALUES (?, ?, ?)")
        .params(record.value(), record.key(), type(record))
        .update();
    effect.publish(Event.of("word", record.value(), "Counted", null));
    if (record.value().startsWith(REFUSED)) {
      throw effect.reject("REFUSED", "not this word");
    }
    script.play(record.value());
  }

  private static String type(ConsumerRecord<String, String> record) {
    Header type = Objects.requireNonNull(record.headers().lastHeader("ce_type"));
    return new String(type.value(), StandardCharsets.UTF_8);
  }
}
