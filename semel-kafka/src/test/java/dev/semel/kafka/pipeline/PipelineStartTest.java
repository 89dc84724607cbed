package dev.semel.kafka.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PipelineStartTest {
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  /** Belongs to one consumer. The second one cannot be made. */
  public static final class NoSecond implements ConsumerInterceptor<byte[], byte[]> {
    private AtomicInteger closed = new AtomicInteger();

    @Override
    public void configure(Map<String, ?> properties) {
      AtomicInteger made =
          (AtomicInteger) Objects.requireNonNull(properties.get("semel.test.made"));
      if (made.incrementAndGet() == 2) {
        throw new IllegalStateException("no room for another");
      }
      closed = (AtomicInteger) Objects.requireNonNull(properties.get("semel.test.closed"));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
      return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  @Test
  void ifALaneCannotBeMadeTheOthersAreClosedAndItCanBeStartedAgain() {
    try (Pipeline pipeline =
        Pipeline.builder("127.0.0.1:1", "p", "n")
            .from("in")
            .transform(record -> List.of())
            .settings(PipelineSettings.standard().lanes(2))
            .consumerProperty("interceptor.classes", List.of(NoSecond.class))
            .consumerProperty("semel.test.made", made)
            .consumerProperty("semel.test.closed", closed)
            .producerProperty("max.block.ms", "100")
            .build()) {
      assertThatExceptionOfType(KafkaException.class).isThrownBy(pipeline::start);
      assertThat(closed).hasValue(1);
      pipeline.start();
      assertThat(made).hasValue(4);
      assertThat(pipeline.stop(Duration.ofSeconds(30))).isTrue();
    }
  }
}
