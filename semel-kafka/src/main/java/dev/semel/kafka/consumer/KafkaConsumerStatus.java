package dev.semel.kafka.consumer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a runner stands, for operators: what this process knows, without asking the broker or the
 * database. Immutable.
 *
 * @param consumer whose marks it leaves
 * @param group the consumer group
 * @param members how many of its members run; fewer than configured means that some have stopped
 * @param storeAway why everything is paused; null unless the database is away
 * @param partitions what is assigned to this process
 */
public record KafkaConsumerStatus(
    String consumer,
    String group,
    int members,
    @Nullable String storeAway,
    List<Partition> partitions) {

  public KafkaConsumerStatus {
    partitions = List.copyOf(partitions);
  }

  /**
   * One partition.
   *
   * @param member which of the runner's members has it, from 0
   * @param committedOffset what the runner committed last; null if nothing yet
   * @param lag records from the offset that is safe to commit to the end, as of the last poll; null
   *     if it is not known yet
   * @param inHand records that were polled and are not done
   * @param atWork those of them that are being applied now
   * @param retrying those of them that were tried and have to be tried again
   * @param paused whether nothing more is fetched for now
   */
  public record Partition(
      String topic,
      int partition,
      int member,
      @Nullable Long committedOffset,
      @Nullable Long lag,
      int inHand,
      int atWork,
      int retrying,
      boolean paused) {}

  /** All records in hand. */
  public int inHand() {
    return partitions.stream().mapToInt(Partition::inHand).sum();
  }

  /** The lag of all partitions of which it is known. */
  public long lag() {
    long lag = 0;
    for (Partition partition : partitions) {
      Long known = partition.lag();
      lag += known == null ? 0 : known;
    }
    return lag;
  }
}
