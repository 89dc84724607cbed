package dev.semel.kafka.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A record that nothing can be made of, as it goes to the topic for dead letters: its key, value
 * and headers as they were, and headers that say where it came from and why it is there. Where that
 * is more than the topic takes, as much as it takes.
 */
final class DeadLetterRecords {
  static final String REASON = "semel-dead-reason";
  static final String TOPIC = "semel-dead-topic";
  static final String PARTITION = "semel-dead-partition";
  static final String OFFSET = "semel-dead-offset";
  static final String LEFT_OUT = "semel-dead-left-out";
  private static final int MAX_REASON_CHARACTERS = 1_000;

  private DeadLetterRecords() {}

  /** How much of a record is kept. */
  enum Part {
    ALL,
    WITHOUT_VALUE,
    /** Not even its key and its own headers. */
    PLACE_ONLY;

    /** What to try when so much is too large. */
    Part less() {
      return this == ALL ? WITHOUT_VALUE : PLACE_ONLY;
    }
  }

  static ProducerRecord<byte[], byte[]> of(
      ConsumerRecord<byte[], byte[]> record, String topic, String reason, Part part) {
    boolean placeOnly = part == Part.PLACE_ONLY;
    Headers headers = placeOnly ? new RecordHeaders() : copyOf(record.headers());
    put(headers, REASON, shortened(reason));
    put(headers, TOPIC, record.topic());
    put(headers, PARTITION, Integer.toString(record.partition()));
    put(headers, OFFSET, Long.toString(record.offset()));
    if (part != Part.ALL) {
      put(headers, LEFT_OUT, placeOnly ? "value, key, headers" : "value");
    }
    byte[] key = placeOnly ? null : record.key();
    byte[] value = part == Part.ALL ? record.value() : null;
    return new ProducerRecord<>(topic, null, key, value, headers);
  }

  private static Headers copyOf(Headers headers) {
    return new RecordHeaders(headers.toArray());
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
