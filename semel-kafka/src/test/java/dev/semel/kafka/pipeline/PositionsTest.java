package dev.semel.kafka.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PositionsTest {
  private static final TopicPartition PARTITION = new TopicPartition("in", 0);

  @Test
  void withoutACommittedOffsetItGoesBackToTheLowestThatWasRead() {
    Positions positions = new Positions(revoked -> {});
    for (long offset : new long[] {10, 5, 7}) {
      positions.note(new ConsumerRecord<>("in", 0, offset, new byte[0], new byte[0]));
    }
    try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
      consumer.assign(List.of(PARTITION));
      consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
      positions.rewind(consumer);
      assertThat(consumer.position(PARTITION)).isEqualTo(5);
    }
  }
}
