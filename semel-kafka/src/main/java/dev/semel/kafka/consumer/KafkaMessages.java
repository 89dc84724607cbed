package dev.semel.kafka.consumer;

import dev.semel.ConfigurationException;
import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.Delivery;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of Kafka's records. Keys and values may be bytes, in any of Kafka's forms, or
 * texts. A record whose value was deserialised to anything else has lost the bytes that tell a
 * redelivery from another message, and is refused.
 *
 * <p><b>Guarantee.</b> The same record gives an equal message whenever it is read. <b>Order.</b> A
 * message's key is the record's where the reader takes it; a key that is no fit text is written in
 * hexadecimal digits, a longer one as its digest. Where neither the record nor the reader has a
 * key, topic and partition are the key, because Kafka keeps order within a partition.
 * <b>Threads.</b> Immutable.
 */
public final class KafkaMessages {
  private final MessageReader reader;

  private KafkaMessages(MessageReader reader) {
    this.reader = Objects.requireNonNull(reader, "reader");
  }

  /** Reads CloudEvents in binary mode, as the sink of this module writes them. */
  public static KafkaMessages cloudEvents() {
    return new KafkaMessages(CloudEventsReader.kafka());
  }

  /** Finds source, id and the rest as the reader says. */
  public static KafkaMessages readBy(MessageReader reader) {
    return new KafkaMessages(reader);
  }

  /**
   * The message that a record brings.
   *
   * @throws dev.semel.inbox.InvalidMessageException if the record does not say which it is
   */
  public Message read(ConsumerRecord<?, ?> record) {
    Message message = reader.read(delivery(record));
    boolean keyless = message.key() == null && message.version() == null && record.key() == null;
    return keyless ? message.key(partitionOf(record)) : message;
  }

  private static String partitionOf(ConsumerRecord<?, ?> record) {
    String topic = KeyText.bounded(record.topic(), KeyText.MAX_TOPIC_CHARACTERS);
    return "%s-%d".formatted(topic, record.partition());
  }

  /** A record as readers take it; its position is partition and offset. */
  @SuppressWarnings("NullAway") // the body may be null; not seen on a record of another module
  public static Delivery delivery(ConsumerRecord<?, ?> record) {
    String position = "%d-%d".formatted(record.partition(), record.offset());
    byte[] key = bytes("key", record.key());
    return new Delivery(
        record.topic(),
        headers(record),
        key == null ? null : KeyText.of(key),
        bytes("value", record.value()),
        position);
  }

  /**
   * A record that does not say which message it is, named by topic, partition and offset, so that
   * it can be kept as a dead letter.
   */
  public static Message unread(ConsumerRecord<?, ?> record) {
    Delivery delivery = delivery(record);
    String topic = KeyText.bounded(record.topic(), KeyText.MAX_TOPIC_CHARACTERS);
    String key = delivery.key();
    return Message.of(topic, topic + "-" + delivery.position(), delivery.body())
        .key(key == null || key.isEmpty() ? null : key)
        .headers(texts(delivery.headers()));
  }

  private static Map<String, byte[]> headers(ConsumerRecord<?, ?> record) {
    Map<String, byte[]> headers = new HashMap<>();
    for (Header header : record.headers()) {
      if (header.value() != null) {
        headers.put(header.key(), header.value());
      }
    }
    return headers;
  }

  private static Map<String, String> texts(Map<String, byte[]> headers) {
    Map<String, String> texts = new HashMap<>();
    headers.forEach(
        (name, value) -> {
          String text = new String(value, StandardCharsets.UTF_8);
          if (texts.size() < Message.MAX_HEADERS && (name + text).indexOf('\0') < 0) {
            texts.put(name, text);
          }
        });
    return texts;
  }

  private static byte @Nullable [] bytes(String part, @Nullable Object value) {
    if (value == null || value instanceof byte[]) {
      return (byte[]) value;
    }
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (value instanceof Bytes wrapped) {
      return wrapped.get();
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] copy = new byte[buffer.remaining()];
      buffer.duplicate().get(copy);
      return copy;
    }
    throw new ConfigurationException(
        "the %s of a record is a %s; use Kafka's deserializer for byte arrays or for strings, so that a redelivery can be recognised by its bytes"
            .formatted(part, value.getClass().getName()));
  }
}
