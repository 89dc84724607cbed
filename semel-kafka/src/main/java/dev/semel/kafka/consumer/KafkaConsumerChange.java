package dev.semel.kafka.consumer;

import java.time.Duration;
import java.util.Collection;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Something that a runner did or that befell it. Carries what meters and logs need. */
public sealed interface KafkaConsumerChange {
  /** Whose runner. */
  String consumer();

  /** Partitions are this member's now. */
  record Assigned(String consumer, int member, Collection<TopicPartition> partitions)
      implements KafkaConsumerChange {}

  /**
   * Partitions were given to others; offsets of what was done are committed.
   *
   * @param abandoned records that were still at work when the wait was over; whoever has the
   *     partition now is given them again, and the inbox tells
   */
  record Revoked(String consumer, int member, Collection<TopicPartition> partitions, int abandoned)
      implements KafkaConsumerChange {}

  /** Others had partitions before this member knew; nothing is committed for them. */
  record Lost(String consumer, int member, Collection<TopicPartition> partitions)
      implements KafkaConsumerChange {}

  /** Partitions have as much in hand as is allowed, or everything waits for the database. */
  record Paused(String consumer, int member, Collection<TopicPartition> partitions)
      implements KafkaConsumerChange {}

  /** There is room again. */
  record Resumed(String consumer, int member, Collection<TopicPartition> partitions)
      implements KafkaConsumerChange {}

  /** A record failed and is tried again; its key waits for it. */
  record Held(
      String consumer,
      TopicPartition partition,
      long offset,
      int attempts,
      Duration backoff,
      String reason)
      implements KafkaConsumerChange {}

  /** A record was put aside as a dead letter after its last attempt. */
  record Dead(String consumer, TopicPartition partition, long offset, int attempts, String reason)
      implements KafkaConsumerChange {}

  /** The database is away; everything is paused and tried again after the backoff. */
  record StoreUnavailable(String consumer, Duration backoff, String reason)
      implements KafkaConsumerChange {}

  /** The database is there again. */
  record StoreAvailable(String consumer) implements KafkaConsumerChange {}

  /** Polling fails; it is tried again. */
  record BrokerUnavailable(String consumer, int member, String reason)
      implements KafkaConsumerChange {}

  /** Polling works again. */
  record BrokerAvailable(String consumer, int member) implements KafkaConsumerChange {}

  /** Offsets could not be committed; they are committed later, or their records come again. */
  record OffsetsNotCommitted(String consumer, int member, String reason)
      implements KafkaConsumerChange {}

  /** A member runs. */
  record Started(String consumer, int member) implements KafkaConsumerChange {}

  /** A member has stopped; with a failure if nobody asked it to. */
  record Stopped(String consumer, int member, @Nullable String failure)
      implements KafkaConsumerChange {}
}
