package dev.semel.spring.internal.kafka;

import dev.semel.inbox.CloudEventsReader;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageReader;
import dev.semel.kafka.consumer.KafkaMessages;
import dev.semel.spring.internal.listener.MessageForm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.kafka.listener.BatchListenerFailedException;

/**
 * Messages in records of Kafka. Where a record came from is kept in a header of its message, so
 * that a record can be made of it again. Immutable.
 */
public final class RecordForm implements MessageForm {
  /** Topic, partition and offset, with hyphens between them. */
  static final String PLACE_HEADER = "semel-record";

  private static final MessageReader STANDARD = CloudEventsReader.kafka();
  private static final List<Class<?>> TYPES =
      List.of(Object.class, String.class, byte[].class, Bytes.class, ByteBuffer.class);

  @Override
  public boolean fits(ResolvableType type) {
    return type.resolve() == ConsumerRecord.class;
  }

  @Override
  public @Nullable String problemWith(ResolvableType type) {
    for (ResolvableType part : type.getGenerics()) {
      if (!TYPES.contains(part.resolve(Object.class))) {
        return "takes records of %s, whose bytes are gone by then, so that a redelivery could not be told from another message"
            .formatted(part);
      }
    }
    return null;
  }

  @Override
  public Message read(Object argument, @Nullable MessageReader reader) {
    ConsumerRecord<?, ?> record = (ConsumerRecord<?, ?>) argument;
    return placed(KafkaMessages.readBy(reader == null ? STANDARD : reader).read(record), record);
  }

  @Override
  public Message unread(Object argument) {
    ConsumerRecord<?, ?> record = (ConsumerRecord<?, ?>) argument;
    return placed(KafkaMessages.unread(record), record);
  }

  private static Message placed(Message message, ConsumerRecord<?, ?> record) {
    if (message.headers().size() >= Message.MAX_HEADERS) {
      return message;
    }
    Map<String, String> headers = new HashMap<>(message.headers());
    headers.put(
        PLACE_HEADER, "%s-%d-%d".formatted(record.topic(), record.partition(), record.offset()));
    return message.headers(headers);
  }

  @Override
  public Object restore(Message message, ResolvableType type) {
    Place place = Place.of(message);
    String key = message.key();
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    ConsumerRecord<@Nullable Object, @Nullable Object> record =
        new ConsumerRecord<>(
            place.topic(),
            place.partition(),
            place.offset(),
            as(type.getGeneric(0), keyBytes),
            as(type.getGeneric(1), message.payload()));
    message.headers().forEach((name, value) -> addHeader(record, name, value));
    return record;
  }

  private static void addHeader(ConsumerRecord<?, ?> record, String name, String value) {
    if (!name.equals(PLACE_HEADER)) {
      record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static @Nullable Object as(ResolvableType type, byte @Nullable [] bytes) {
    Class<?> wanted = type.resolve(Object.class);
    if (bytes == null || wanted == byte[].class) {
      return bytes;
    }
    if (wanted == Bytes.class) {
      return Bytes.wrap(bytes);
    }
    return wanted == ByteBuffer.class
        ? ByteBuffer.wrap(bytes)
        : new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean isFromContainer() {
    return true;
  }

  @Override
  public RuntimeException failedAt(int index, RuntimeException failure) {
    return new BatchListenerFailedException("a record could not be applied", failure, index);
  }

  /** Where a record was. */
  private record Place(String topic, int partition, long offset) {
    static Place of(Message message) {
      String text = message.headers().get(PLACE_HEADER);
      if (text == null) {
        return new Place(message.id().source(), 0, 0);
      }
      int offsetAt = text.lastIndexOf('-');
      int partitionAt = text.lastIndexOf('-', offsetAt - 1);
      return new Place(
          text.substring(0, partitionAt),
          Integer.parseInt(text.substring(partitionAt + 1, offsetAt)),
          Long.parseLong(text.substring(offsetAt + 1)));
    }
  }
}
