package dev.semel.kafka.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SuspectsTest {
  private final Suspects suspects = new Suspects();

  private static List<ConsumerRecord<byte[], byte[]>> records(int partition, int from, int to) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int offset = from; offset < to; offset++) {
      records.add(new ConsumerRecord<>("in", partition, offset, new byte[0], new byte[0]));
    }
    return records;
  }

  /** How many records each transaction of a poll has, if all of them succeed. */
  private List<Integer> transactions(List<ConsumerRecord<byte[], byte[]>> polled) {
    List<Integer> sizes = new ArrayList<>();
    for (int from = 0; from < polled.size(); ) {
      int end = suspects.endOfTransaction(polled, from);
      suspects.pass(polled.subList(from, end));
      sizes.add(end - from);
      from = end;
    }
    return sizes;
  }

  @Test
  void recordsOfAFailedTransactionAreAloneInHoweverManyPollsTheyCome() {
    suspects.add(records(0, 10, 14));
    assertThat(transactions(records(1, 0, 5))).as("another partition").containsExactly(5);
    assertThat(transactions(records(0, 10, 12))).containsExactly(1, 1);
    assertThat(transactions(records(0, 12, 17))).containsExactly(1, 1, 3);
    assertThat(transactions(records(0, 10, 14))).as("they are done with").containsExactly(4);
  }

  @Test
  void theyAreAloneBetweenOthersToo() {
    suspects.add(records(1, 0, 2));
    List<ConsumerRecord<byte[], byte[]>> polled = records(0, 0, 3);
    polled.addAll(records(1, 0, 4));
    assertThat(transactions(polled)).containsExactly(3, 1, 1, 2);
  }

  @Test
  void aPartitionThatIsRevokedIsNotSuspectWhenItComesBack() {
    suspects.add(records(0, 0, 4));
    suspects.forget(List.of(new TopicPartition("in", 0)));
    assertThat(transactions(records(0, 0, 4))).containsExactly(4);
  }
}
