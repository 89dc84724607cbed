package dev.semel.kafka.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A record that nothing can be made of, as it goes to the topic for dead letters: its key, value
 * and headers as they were, and headers that say where it came from and why it is there.
 */
final class DeadLetterRecords {
  static final String REASON = "semel-dead-reason";
  static final String TOPIC = "semel-dead-topic";
  static final String PARTITION = "semel-dead-partition";
  static final String OFFSET = "semel-dead-offset";
  private static final int MAX_REASON_CHARACTERS = 1_000;

  private DeadLetterRecords() {}

  static ProducerRecord<byte[], byte[]> of(
      ConsumerRecord<byte[], byte[]> record, String topic, String reason) {
    Headers headers = new RecordHeaders(record.headers().toArray());
    put(headers, REASON, shortened(reason));
    put(headers, TOPIC, record.topic());
    put(headers, PARTITION, Integer.toString(record.partition()));
    put(headers, OFFSET, Long.toString(record.offset()));
    return new ProducerRecord<>(topic, null, record.key(), record.value(), headers);
  }

  private static String shortened(String reason) {
    return reason.length() <= MAX_REASON_CHARACTERS
        ? reason
        : reason.substring(0, MAX_REASON_CHARACTERS);
  }

  private static void put(Headers headers, String name, String value) {
    headers.remove(name).add(name, value.getBytes(UTF_8));
  }
}
