package dev.semel.kafka.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;

class OutputsTest {
  private static final ConsumerRecord<byte[], byte[]> RECORD =
      new ConsumerRecord<>("in", 3, 7, new byte[] {1}, new byte[] {2});

  private final AtomicInteger calls = new AtomicInteger();
  private final Outputs outputs =
      new Outputs(this::fail, "dead", PipelineSettings.standard().attempts(1), wait -> true);

  private List<ProducerRecord<byte[], byte[]>> fail(ConsumerRecord<byte[], byte[]> record) {
    calls.incrementAndGet();
    record.headers().add("own", new byte[] {3});
    throw new IllegalStateException("failed");
  }

  private ProducerRecord<byte[], byte[]> letter() {
    return outputs.of(RECORD).records().get(0);
  }

  @Test
  void aVerdictStandsUntilTheRecordIsDoneWith() {
    letter();
    letter();
    assertThat(calls).hasValue(1);
    outputs.forget(RECORD);
    letter();
    assertThat(calls).hasValue(2);
  }

  @Test
  void aVerdictEndsWithTheAssignment() {
    letter();
    outputs.forget(List.of(new TopicPartition("in", 4)));
    letter();
    assertThat(calls).as("another partition").hasValue(1);
    outputs.forget(List.of(new TopicPartition("in", 3)));
    letter();
    assertThat(calls).hasValue(2);
  }

  @Test
  void aDeadLetterThatIsTooLargeGetsSmaller() {
    assertThat(letter().value()).isNotNull();
    outputs.condemn(RECORD, new InvalidTopicException("no matter of size"));
    assertThat(letter().value()).isNotNull();
    outputs.condemn(RECORD, new RecordTooLargeException());
    assertThat(letter().value()).isNull();
    assertThat(letter().key()).isNotNull();
    outputs.condemn(RECORD, new RecordTooLargeException());
    assertThat(letter().key()).isNull();
    assertThat(letter().headers().lastHeader("own")).isNull();
    assertThat(letter().headers().lastHeader("semel-dead-offset").value())
        .asString()
        .isEqualTo("7");
  }
}
