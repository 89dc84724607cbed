package dev.semel.kafka.pipeline;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Counts what is sent by a producer after something that it sent had failed. One a producer. */
public final class FailedProducer implements ProducerInterceptor<byte[], byte[]> {
  /** The producer's property that has the {@link AtomicInteger}. */
  static final String SENT_AFTERWARDS = "semel.test.sent.afterwards";

  private AtomicInteger sentAfterwards = new AtomicInteger();
  private volatile boolean failed;

  @Override
  public void configure(Map<String, ?> properties) {
    sentAfterwards = (AtomicInteger) Objects.requireNonNull(properties.get(SENT_AFTERWARDS));
  }

  @Override
  public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
    if (failed) {
      sentAfterwards.incrementAndGet();
    }
    return record;
  }

  @Override
  public void onAcknowledgement(@Nullable RecordMetadata taken, @Nullable Exception failure) {
    failed |= failure != null;
  }

  @Override
  public void close() {}
}
