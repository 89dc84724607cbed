package dev.semel.kafka.consumer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What one member of a group has in hand: it is where the thread that polls and the threads that
 * apply meet.
 *
 * <p><b>The problem.</b> Kafka wants to be polled, or it gives the partitions away; records want to
 * be applied in the order of their keys, for as long as that takes; and an offset says of all
 * records before it that they are done.
 *
 * <p><b>The design.</b> The thread that polls puts records in, and applies none. A key belongs to
 * one lane, a lane to one thread, and a thread has one batch at work, so that order within a key
 * needs no further care. Every record knows the assignment it came by. The offset of an assignment
 * is the lowest record that is not done, whatever was done beyond.
 *
 * <p><b>Why it is safe.</b> Done is what a committed transaction says, so that no offset passes a
 * record that the database does not know. An assignment that has ended is not asked for its offset
 * again, so that late results count for nothing. What is applied and not committed to the broker
 * comes again, and the inbox recognises it.
 *
 * <p>Safe for use by several threads.
 */
final class Hand {
  private enum Phase {
    RUNNING,
    /** What is ready is still applied; what waits for another attempt is not. */
    FINISHING,
    ABANDONED
  }

  private static final int SPREAD = 0x9E3779B9;

  private final KafkaConsumerSettings.Limits limits;
  private final int maxBatch;
  private final Outage outage;
  private final List<Lane> lanes = new ArrayList<>();
  private final Map<TopicPartition, PartitionHand> partitions = new HashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition done = lock.newCondition();
  private Phase phase = Phase.RUNNING;
  private int lanesAtWork;

  Hand(KafkaConsumerSettings settings, int maxBatch, Outage outage) {
    this.limits = settings.limits();
    this.maxBatch = maxBatch;
    this.outage = outage;
    for (int i = 0; i < settings.lanes(); i++) {
      lanes.add(new Lane());
    }
  }

  List<Lane> lanes() {
    return lanes;
  }

  void assign(Collection<TopicPartition> assigned) {
    locked(() -> assigned.forEach(partition -> partitions.put(partition, newHand(partition))));
  }

  private static PartitionHand newHand(TopicPartition partition) {
    return new PartitionHand(partition);
  }

  void add(ConsumerRecords<byte[], byte[]> records) {
    locked(
        () -> {
          // In this order, so that a failure in between lets no offset pass what was not taken in.
          records.forEach(this::add);
          records.nextOffsets().forEach((partition, next) -> handOf(partition).polledTo(next));
          work.signalAll();
        });
  }

  private PartitionHand handOf(TopicPartition partition) {
    return partitions.computeIfAbsent(partition, Hand::newHand);
  }

  private void add(ConsumerRecord<byte[], byte[]> record) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    if (handOf(partition).isBeyond(record)) {
      // What is behind it is no more, and offsets beyond it say nothing about what comes now.
      end(List.of(partition));
    }
    laneOf(record).add(handOf(partition).add(record));
  }

  private Lane laneOf(ConsumerRecord<byte[], byte[]> record) {
    byte[] key = record.key();
    int hash = key == null ? record.partition() : Arrays.hashCode(key);
    return lanes.get(Math.floorMod((hash * SPREAD) >>> 16, lanes.size()));
  }

  /** Waits for something to apply; null when there will be nothing more. */
  @Nullable List<Entry> take(Lane lane) {
    lock.lock();
    try {
      while (phase != Phase.ABANDONED) {
        long now = System.nanoTime();
        long pauseNanos = outage.remainingNanos(now);
        List<Entry> batch =
            pauseNanos > 0 ? List.of() : lane.take(now, maxBatch, phase == Phase.RUNNING);
        if (!batch.isEmpty()) {
          return taken(batch);
        }
        if (phase == Phase.FINISHING) {
          return null;
        }
        awaitWork(pauseNanos > 0 ? pauseNanos : lane.nanosToDue(now));
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the loop is in take
  private void awaitWork(long nanos) {
    try {
      long unused = work.awaitNanos(nanos);
    } catch (InterruptedException e) {
      // A lane ends with its hand and not before, or its keys would stand still. So an interrupt
      // that a handler left behind only makes it look again.
    }
  }

  private List<Entry> taken(List<Entry> batch) {
    batch.forEach(entry -> entry.partition().took());
    lanesAtWork++;
    return batch;
  }

  void settle(Lane lane, List<Entry> batch, List<Verdict> verdicts) {
    locked(
        () -> {
          lanesAtWork--;
          for (int i = 0; i < batch.size(); i++) {
            settle(batch.get(i), verdicts.get(i));
          }
          lane.settle(batch, verdicts, System.nanoTime());
          done.signalAll();
        });
  }

  private static void settle(Entry entry, Verdict verdict) {
    entry.partition().gaveBack();
    if (verdict instanceof Verdict.Pass) {
      entry.partition().done(entry);
    } else {
      entry.partition().retries(entry);
    }
  }

  /** The partitions that may fetch no more for now. */
  Set<TopicPartition> full() {
    lock.lock();
    try {
      long bytes = partitions.values().stream().mapToLong(PartitionHand::bytes).sum();
      boolean allOfThem = waitsForTheDatabase() || bytes >= limits.maxBytes();
      Set<TopicPartition> full = new HashSet<>();
      for (PartitionHand hand : partitions.values()) {
        boolean pause = allOfThem || hand.isFull(limits);
        hand.paused(pause);
        if (pause) {
          full.add(hand.partition());
        }
      }
      return full;
    } finally {
      lock.unlock();
    }
  }

  /**
   * An outage ends when an attempt succeeds. Where nothing is left to try, because a rebalance took
   * it away or it has a long time to wait, only a new record can bring one soon.
   */
  private boolean waitsForTheDatabase() {
    long now = System.nanoTime();
    return outage.reason() != null
        && (lanesAtWork > 0 || lanes.stream().anyMatch(lane -> lane.hasSomethingToTry(now)));
  }

  /** Waits until something was settled, or the time has passed. */
  @SuppressWarnings("WaitNotInLoop") // whoever waits looks again
  void awaitSettled(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long unused = done.awaitNanos(nanos);
    } finally {
      lock.unlock();
    }
  }

  /** Offsets of current assignments up to which all is done, where that is news. */
  Map<PartitionHand, OffsetAndMetadata> committable() {
    lock.lock();
    try {
      return committable(partitions.values());
    } finally {
      lock.unlock();
    }
  }

  private static Map<PartitionHand, OffsetAndMetadata> committable(
      Collection<PartitionHand> hands) {
    Map<PartitionHand, OffsetAndMetadata> offsets = new HashMap<>();
    for (PartitionHand hand : hands) {
      OffsetAndMetadata offset = hand.toCommit();
      if (offset != null) {
        offsets.put(hand, offset);
      }
    }
    return offsets;
  }

  void committed(Map<PartitionHand, OffsetAndMetadata> offsets) {
    locked(() -> offsets.forEach((hand, offset) -> hand.committed(offset.offset())));
  }

  /** Notes where partitions end, for the lag. */
  void endsAt(Map<TopicPartition, Long> endOffsets) {
    locked(() -> endOffsets.forEach((partition, end) -> handOf(partition).endsAt(end)));
  }

  /**
   * Ends assignments: drops what waits, and waits a while for what is at work.
   *
   * @return what may still be committed for them
   */
  Retired retire(Collection<TopicPartition> revoked, long maxWaitNanos) {
    lock.lock();
    try {
      List<PartitionHand> ended = end(revoked);
      long nanos = maxWaitNanos;
      while (nanos > 0 && ended.stream().anyMatch(PartitionHand::isAtWork)) {
        nanos = done.awaitNanos(nanos);
      }
      return retired(ended);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Retired(Map.of(), 0);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Assignments that have ended.
   *
   * @param offsets up to which all is done
   * @param abandoned records still at work
   */
  record Retired(Map<PartitionHand, OffsetAndMetadata> offsets, int abandoned) {}

  private static Retired retired(List<PartitionHand> ended) {
    return new Retired(committable(ended), ended.stream().mapToInt(PartitionHand::atWork).sum());
  }

  private List<PartitionHand> end(Collection<TopicPartition> revoked) {
    List<PartitionHand> ended = new ArrayList<>();
    for (TopicPartition partition : revoked) {
      PartitionHand hand = partitions.remove(partition);
      if (hand != null) {
        hand.close();
        lanes.forEach(lane -> lane.drop(hand));
        ended.add(hand);
      }
    }
    return ended;
  }

  /** Applies what is ready and no more. */
  void finish() {
    phase(Phase.FINISHING);
  }

  /** Begins nothing more, and lets what is at work move nothing. */
  void abandon() {
    locked(() -> partitions.values().forEach(PartitionHand::close));
    phase(Phase.ABANDONED);
  }

  private void phase(Phase next) {
    locked(
        () -> {
          phase = next;
          work.signalAll();
          done.signalAll();
        });
  }

  /** Whether nothing is at work and nothing will be begun. */
  boolean isFinished() {
    lock.lock();
    try {
      boolean canBegin = phase != Phase.ABANDONED && outage.reason() == null;
      return lanesAtWork == 0 && !(canBegin && lanes.stream().anyMatch(Lane::hasReady));
    } finally {
      lock.unlock();
    }
  }

  List<KafkaConsumerStatus.Partition> status(int member) {
    lock.lock();
    try {
      return partitions.values().stream().map(hand -> hand.status(member)).toList();
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }
}
