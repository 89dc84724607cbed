package dev.semel.bench.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.bench.work.EventSample;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Sees what a producer gets acknowledged, the same way for everyone's producer. */
public final class AckInterceptor implements ProducerInterceptor<Object, Object> {
  /** The property with the {@link Acks}. */
  static final String ACKS = "semel.bench.acks";

  private static final String NUMBER = "bench-number";

  private @Nullable Acks acks;

  @Override
  public void configure(Map<String, ?> properties) {
    acks = (Acks) properties.get(ACKS);
  }

  @Override
  public ProducerRecord<Object, Object> onSend(ProducerRecord<Object, Object> event) {
    int number = EventSample.numberOf(text(event.value()));
    event.headers().add(NUMBER, ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    return event;
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes ? new String(bytes, UTF_8) : value.toString();
  }

  @Override
  public void onAcknowledgement(
      @Nullable RecordMetadata place, @Nullable Exception failure, Headers headers) {
    Header number = headers.lastHeader(NUMBER);
    Acks noted = acks;
    if (failure == null && number != null && noted != null) {
      noted.note(ByteBuffer.wrap(number.value()).getInt());
    }
  }

  @Override
  public void close() {}
}
