package dev.semel.kafka.pipeline;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Counts how many producers are made. */
public final class CountedProducer implements ProducerInterceptor<byte[], byte[]> {
  /** The producer's property that has the {@link AtomicInteger}. */
  static final String COUNT = "semel.test.count";

  @Override
  public void configure(Map<String, ?> properties) {
    ((AtomicInteger) Objects.requireNonNull(properties.get(COUNT))).incrementAndGet();
  }

  @Override
  public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
    return record;
  }

  @Override
  public void close() {}
}
