package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is in hand, record by record, without threads. */
class HandTest {
  private static final TopicPartition PARTITION = new TopicPartition("cases", 0);
  private static final int MAX_AHEAD = 2_000;
  private static final Verdict PASS = new Verdict.Pass();
  private static final Verdict AGAIN = new Verdict.Again(Duration.ZERO, true);
  private static final Verdict MUCH_LATER = new Verdict.Again(Duration.ofHours(1), true);

  private final Outage outage = new Outage();
  private final Hand hand =
      new Hand(
          KafkaConsumerSettings.of(
                  Map.of("bootstrap.servers", "localhost:1", "group.id", "g"), "cases")
              .lanes(1)
              .limits(new KafkaConsumerSettings.Limits(1_000, MAX_AHEAD, 1L << 20)),
          2,
          outage);
  private final Lane lane = hand.lanes().get(0);

  private void poll(long firstOffset, @Nullable String... keys) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long offset = firstOffset;
    for (String key : keys) {
      byte[] bytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
      records.add(new ConsumerRecord<>("cases", 0, offset++, bytes, new byte[] {1}));
    }
    hand.add(
        new ConsumerRecords<>(
            Map.of(PARTITION, records), Map.of(PARTITION, new OffsetAndMetadata(offset + 1))));
  }

  private List<Entry> take() {
    return Objects.requireNonNull(hand.take(lane));
  }

  private static List<Long> offsets(List<Entry> batch) {
    return batch.stream().map(Entry::offset).toList();
  }

  /** What would be committed, by partition. */
  private Map<TopicPartition, Long> committable() {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    hand.committable().forEach((at, offset) -> offsets.put(at.partition(), offset.offset()));
    return offsets;
  }

  @Test
  void anOffsetWaitsForTheLowestRecordThatIsNotDone() {
    hand.assign(List.of(PARTITION));
    poll(0, "a", "b", "c");
    List<Entry> first = take();
    hand.settle(lane, first, List.of(MUCH_LATER, PASS));
    assertThat(committable()).isEmpty();
    hand.settle(lane, take(), List.of(PASS));
    assertThat(committable()).isEmpty();
  }

  @Test
  void onceAllIsDoneTheOffsetIsWhereKafkaGoesOn() {
    hand.assign(List.of(PARTITION));
    poll(0, "a", "b");
    assertThat(committable()).isEmpty();
    hand.settle(lane, take(), List.of(PASS, PASS));
    assertThat(committable()).containsEntry(PARTITION, 3L);
    hand.committed(hand.committable());
    assertThat(committable()).as("no news").isEmpty();
  }

  @Test
  void aRecordThatIsTriedAgainHoldsBackItsKeyAndNoOther() {
    hand.assign(List.of(PARTITION));
    poll(0, "a", "b", "a", "c");
    List<Entry> batch = take();
    assertThat(offsets(batch)).containsExactly(0L, 1L);
    hand.settle(lane, batch, List.of(MUCH_LATER, PASS));
    poll(4, "a", "d");
    List<Entry> others = take();
    assertThat(offsets(others)).containsExactly(3L, 5L);
    hand.settle(lane, others, List.of(PASS, PASS));
    assertThat(committable()).isEmpty();
  }

  private static ConsumerRecord<byte[], byte[]> of(String tenant, long offset) {
    byte[] key = {7};
    ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("cases", 0, offset, key, key);
    record.headers().add("ce_tenant", tenant.getBytes(StandardCharsets.UTF_8));
    return record;
  }

  @Test
  void noTenantWaitsForTheSameKeyOfAnother() {
    hand.assign(List.of(PARTITION));
    hand.add(
        new ConsumerRecords<>(
            Map.of(
                PARTITION, List.of(of("acme", 0), of("acme", 1), of("globex", 2), of("acme", 3))),
            Map.of(PARTITION, new OffsetAndMetadata(4))));
    hand.settle(lane, take(), List.of(MUCH_LATER, MUCH_LATER));
    poll(4, "other");
    assertThat(offsets(take())).as("what is not behind the first").containsExactly(2L, 4L);
  }

  @Test
  void aKeyGoesOnInItsOrderAfterARetry() {
    hand.assign(List.of(PARTITION));
    poll(0, "a", "a", "a", "b");
    hand.settle(lane, take(), List.of(AGAIN, AGAIN));
    List<Long> order = new ArrayList<>();
    while (order.size() < 4) {
      List<Entry> batch = take();
      order.addAll(offsets(batch));
      hand.settle(lane, batch, batch.stream().map(entry -> PASS).toList());
    }
    assertThat(order.stream().filter(offset -> offset < 3)).containsExactly(0L, 1L, 2L);
    assertThat(committable()).containsEntry(PARTITION, 5L);
  }

  @Test
  void recordsWithoutAKeyWaitForEachOther() {
    hand.assign(List.of(PARTITION));
    poll(0, null, null, "a");
    hand.settle(lane, take(), List.of(MUCH_LATER, MUCH_LATER));
    assertThat(offsets(take())).containsExactly(2L);
  }

  @Test
  void lateResultsOfAnEarlierAssignmentMoveNoOffset() {
    hand.assign(List.of(PARTITION));
    poll(0, "a", "b", "c");
    List<Entry> atWork = take();
    Hand.Retired retired = hand.retire(List.of(PARTITION), 0);
    assertThat(retired.abandoned()).isEqualTo(2);
    assertThat(retired.offsets()).isEmpty();
    hand.assign(List.of(PARTITION));
    poll(0, "a", "b", "c");
    hand.settle(lane, atWork, List.of(PASS, PASS));
    assertThat(committable()).isEmpty();
    assertThat(offsets(take())).as("they are tried again").containsExactly(0L, 1L);
  }

  @Test
  void whatIsDoneOfAPartitionThatIsTakenAwayMayBeCommittedAndTheRestIsDropped() {
    hand.assign(List.of(PARTITION));
    poll(0, "a", "b", "c", "d");
    hand.settle(lane, take(), List.of(PASS, MUCH_LATER));
    Hand.Retired retired = hand.retire(List.of(PARTITION), 0);
    assertThat(retired.offsets().values())
        .extracting(OffsetAndMetadata::offset)
        .containsExactly(1L);
    hand.finish();
    assertThat(hand.take(lane)).isNull();
    assertThat(hand.isFinished()).isTrue();
  }

  @Test
  void aStopTakesWhatIsReadyAndNoRetries() {
    hand.assign(List.of(PARTITION));
    poll(0, "a", "b", "c");
    hand.settle(lane, take(), List.of(AGAIN, PASS));
    hand.finish();
    assertThat(hand.isFinished()).isFalse();
    List<Entry> last = take();
    assertThat(offsets(last)).containsExactly(2L);
    hand.settle(lane, last, List.of(PASS));
    assertThat(hand.take(lane)).isNull();
    assertThat(hand.isFinished()).isTrue();
  }

  @Test
  void aPartitionIsFullUntilHalfIsDone() {
    hand.assign(List.of(PARTITION));
    String[] keys = new String[1_000];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = "key-" + i;
    }
    poll(0, keys);
    assertThat(hand.full()).containsExactly(PARTITION);
    for (int i = 0; i < 250; i++) {
      hand.settle(lane, take(), List.of(PASS, PASS));
    }
    assertThat(hand.full()).containsExactly(PARTITION);
    hand.settle(lane, take(), List.of(PASS, PASS));
    assertThat(hand.full()).isEmpty();
  }

  @Test
  void aPartitionIsFullOfRecordsThatAreDoneAheadOfOneThatIsNot() {
    hand.assign(List.of(PARTITION));
    poll(0, "late");
    hand.settle(lane, take(), List.of(MUCH_LATER));
    for (int offset = 1; offset < MAX_AHEAD; offset++) {
      assertThat(hand.full()).isEmpty();
      poll(offset, "key");
      hand.settle(lane, take(), List.of(PASS));
    }
    assertThat(hand.full()).containsExactly(PARTITION);
  }

  @Test
  void afterARebalanceInAnOutageWhatComesNextIsFetchedToSeeWhetherItIsOver() {
    hand.assign(List.of(PARTITION));
    poll(0, "a");
    List<Entry> atWork = take();
    outage.failed("away", System.nanoTime());
    assertThat(hand.full()).as("it is at work").containsExactly(PARTITION);
    hand.settle(lane, atWork, List.of(AGAIN));
    assertThat(hand.full()).as("it is tried next").containsExactly(PARTITION);
    hand.retire(List.of(PARTITION), 0);
    hand.assign(List.of(PARTITION));
    assertThat(hand.full()).as("nobody else would find out").isEmpty();
  }

  @Test
  void inAnOutageNobodyWaitsForWhatIsTriedMuchLater() {
    hand.assign(List.of(PARTITION));
    poll(0, "a");
    List<Entry> atWork = take();
    outage.failed("away", System.nanoTime());
    hand.settle(lane, atWork, List.of(MUCH_LATER));
    assertThat(hand.full()).as("nobody else would find out").isEmpty();
    poll(2, "b");
    assertThat(hand.full()).as("one is enough to find out").containsExactly(PARTITION);
  }

  @Test
  void whatIsAtWorkWhenTheHandIsAbandonedIsKnownToBeGivenUp() {
    hand.assign(List.of(PARTITION));
    poll(0, "a");
    List<Entry> atWork = take();
    assertThat(atWork.get(0).partition().isClosed()).isFalse();
    hand.abandon();
    assertThat(atWork.get(0).partition().isClosed()).isTrue();
  }

  @Test
  void aPollThatBreaksOffPassesNothing() {
    hand.assign(List.of(PARTITION));
    ConsumerRecords<byte[], byte[]> broken =
        new ConsumerRecords<>(
            Map.of(PARTITION, Collections.singletonList(null)),
            Map.of(PARTITION, new OffsetAndMetadata(1)));
    assertThatException().isThrownBy(() -> hand.add(broken));
    assertThat(committable()).isEmpty();
  }

  @Test
  void aThreadThatWasInterruptedIsGivenWorkAllTheSame() {
    hand.assign(List.of(PARTITION));
    poll(0, "a");
    hand.settle(lane, take(), List.of(new Verdict.Again(Duration.ofMillis(300), true)));
    Thread.currentThread().interrupt();
    assertThat(offsets(take())).containsExactly(0L);
    assertThat(Thread.interrupted()).isFalse();
  }

  private static ConsumerRecord<byte[], byte[]> ofEpoch(int epoch, long offset) {
    byte[] key = {7};
    return new ConsumerRecord<>(
        "cases",
        0,
        offset,
        0L,
        TimestampType.CREATE_TIME,
        1,
        1,
        key,
        key,
        new RecordHeaders(),
        Optional.of(epoch));
  }

  @Test
  void anOffsetTellsTheEpochInWhichItWasRead() {
    hand.assign(List.of(PARTITION));
    hand.add(
        new ConsumerRecords<>(
            Map.of(PARTITION, List.of(ofEpoch(5, 0), ofEpoch(6, 1), ofEpoch(6, 2))),
            Map.of(PARTITION, new OffsetAndMetadata(3))));
    hand.settle(lane, take(), List.of(PASS, PASS));
    assertThat(hand.committable().values())
        .containsExactly(new OffsetAndMetadata(2, Optional.of(6), ""));
  }

  @Test
  void afterTheLogWasCutOffsetsAreCommittedFromThereOn() {
    hand.assign(List.of(PARTITION));
    poll(10, "a", "b", "c");
    List<Entry> atWork = take();
    hand.settle(lane, atWork, List.of(PASS, PASS));
    hand.committed(hand.committable());
    poll(5, "d");
    List<Entry> afterTheCut = take();
    assertThat(offsets(afterTheCut)).as("what is no more is not tried").containsExactly(5L);
    hand.settle(lane, afterTheCut, List.of(PASS));
    assertThat(committable()).containsEntry(PARTITION, 7L);
  }
}
