package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** The thread that polls, with a consumer that does as it is told. */
class MemberTest {
  private static final KafkaConsumerSettings SETTINGS =
      KafkaConsumerSettings.of(Map.of("bootstrap.servers", "localhost:1", "group.id", "g"), "cases")
          .lanes(1);

  private static final TopicPartition PARTITION = new TopicPartition("cases", 0);

  private final Hand hand = new Hand(SETTINGS, 1, new Outage());

  private Member member(MockConsumer<byte[], byte[]> consumer, KafkaConsumerListener listener) {
    ConsumerNotifier notifier = new ConsumerNotifier("board", List.of(listener));
    return new Member(0, SETTINGS, consumer, hand, notifier);
  }

  @Test
  void aMemberThatBreaksOffAtItsStartLeavesInOrder() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    KafkaConsumerListener broken =
        change -> {
          if (change instanceof KafkaConsumerChange.Started) {
            throw new InternalError("broken");
          }
        };
    member(consumer, broken).run();
    assertThat(consumer.closed()).isTrue();
  }

  /** Of one partition, whose position is asked for and not known. */
  private static final class Unknowing extends MockConsumer<byte[], byte[]> {
    private final KafkaException why;

    Unknowing(KafkaException why) {
      super("earliest");
      this.why = why;
      schedulePollTask(
          () -> {
            rebalance(List.of(PARTITION));
            updateBeginningOffsets(Map.of(PARTITION, 0L));
            addRecord(new ConsumerRecord<>("cases", 0, 0, new byte[] {1}, new byte[] {1}));
          });
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
      return OptionalLong.of(1);
    }

    @Override
    public synchronized long position(TopicPartition partition, Duration timeout) {
      throw timeout.isZero() ? why : new UnsupportedOperationException("somebody waits");
    }

    @Override
    public synchronized long position(TopicPartition partition) {
      return position(partition, Duration.ofMinutes(1));
    }
  }

  /** Runs a member that applies whatever comes until its offset is committed. */
  private List<KafkaConsumerChange> changesUntilCommitted(Unknowing consumer)
      throws InterruptedException {
    List<KafkaConsumerChange> changes = new CopyOnWriteArrayList<>();
    Member member = member(consumer, changes::add);
    Thread thread = new Thread(member);
    thread.start();
    try {
      Lane lane = hand.lanes().get(0);
      hand.settle(lane, Objects.requireNonNull(hand.take(lane)), List.of(new Verdict.Pass()));
      Eventually.holds(
          "it is committed", () -> consumer.committed(Set.of(PARTITION)).get(PARTITION) != null);
    } finally {
      member.stop(System.nanoTime());
      thread.join();
    }
    return changes;
  }

  @Test
  void aPositionThatIsNotKnownHoldsUpNothing() throws InterruptedException {
    assertThat(changesUntilCommitted(new Unknowing(new TimeoutException("not yet"))))
        .noneMatch(change -> change instanceof KafkaConsumerChange.BrokerUnavailable);
  }

  @Test
  void offsetsAreCommittedEvenIfNobodyCanTellWherePartitionsEnd() throws InterruptedException {
    assertThat(changesUntilCommitted(new Unknowing(new KafkaException("never"))))
        .anyMatch(change -> change instanceof KafkaConsumerChange.BrokerUnavailable);
  }
}
