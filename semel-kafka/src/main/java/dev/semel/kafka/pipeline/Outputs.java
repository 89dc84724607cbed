package dev.semel.kafka.pipeline;

import dev.semel.kafka.internal.BrokenMachine;
import dev.semel.kafka.pipeline.DeadLetterRecords.Part;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * What is to be written for a record: what the transform makes of it, or a dead letter. The
 * transform is called anew as often as is set; since nothing is written before it returns, nothing
 * of a failed call remains. Used by one thread.
 */
final class Outputs {
  private final Transform transform;
  private final @Nullable String deadLetterTopic;
  private final PipelineSettings settings;
  private final Predicate<Duration> mayGoOnAfter;
  private final Map<Place, Verdict> condemned = new HashMap<>();

  /** Where a record lies; with its time, since a topic that is made anew has the same offsets. */
  private record Place(TopicPartition partition, long offset, long timestamp) {
    static Place of(ConsumerRecord<?, ?> record) {
      TopicPartition partition = new TopicPartition(record.topic(), record.partition());
      return new Place(partition, record.offset(), record.timestamp());
    }
  }

  /** Why a record is a dead letter, and how much of it can be written. */
  private record Verdict(String reason, Part part) {
    Verdict smaller() {
      return new Verdict(reason, part.less());
    }
  }

  /**
   * What is to be written for one record.
   *
   * @param deadReason why it is a dead letter; null if it is none
   */
  record Output(List<ProducerRecord<byte[], byte[]>> records, @Nullable String deadReason) {}

  Outputs(
      Transform transform,
      @Nullable String deadLetterTopic,
      PipelineSettings settings,
      Predicate<Duration> mayGoOnAfter) {
    this.transform = transform;
    this.deadLetterTopic = deadLetterTopic;
    this.settings = settings;
    this.mayGoOnAfter = mayGoOnAfter;
  }

  /**
   * @throws TransformFailedException if the transform fails for good and there is no topic for dead
   *     letters
   * @throws StopAskedException if there is no time left for its attempts
   */
  Output of(ConsumerRecord<byte[], byte[]> record) {
    Verdict verdict = condemned.get(Place.of(record));
    if (verdict != null && deadLetterTopic != null) {
      return dead(record, deadLetterTopic, verdict);
    }
    for (int attempt = 1; ; attempt++) {
      try {
        return new Output(transformed(record), null);
      } catch (Throwable e) {
        BrokenMachine.throwIfItIs(e);
        if (attempt >= settings.attempts()) {
          return afterLastAttempt(record, e);
        }
        if (!mayGoOnAfter.test(settings.backoffAfter(attempt))) {
          throw new StopAskedException();
        }
      }
    }
  }

  private List<ProducerRecord<byte[], byte[]>> transformed(ConsumerRecord<byte[], byte[]> record) {
    try {
      return List.copyOf(transform.apply(record));
    } finally {
      // A flag that it leaves behind would meet Kafka's clients, which take it for an end.
      boolean unused = Thread.interrupted();
    }
  }

  /**
   * Remembered until it is written: attempts may take so long that the group goes on without this
   * member, which then reads the record again.
   */
  private Output afterLastAttempt(ConsumerRecord<byte[], byte[]> record, Throwable e) {
    String reason = "the transform failed: " + e;
    if (deadLetterTopic == null) {
      throw new TransformFailedException(
          "%s-%d at %d: %s; without a topic for dead letters it blocks its lane"
              .formatted(record.topic(), record.partition(), record.offset(), reason),
          e);
    }
    Verdict verdict = new Verdict(reason, Part.ALL);
    condemned.put(Place.of(record), verdict);
    return dead(record, deadLetterTopic, verdict);
  }

  private static Output dead(ConsumerRecord<byte[], byte[]> record, String topic, Verdict verdict) {
    ProducerRecord<byte[], byte[]> letter =
        DeadLetterRecords.of(record, topic, verdict.reason(), verdict.part());
    return new Output(List.of(letter), verdict.reason());
  }

  /**
   * Makes it a dead letter the next time it comes: what was made of it cannot be written. If that
   * was a dead letter, the next one is smaller.
   */
  void condemn(ConsumerRecord<byte[], byte[]> record, Throwable why) {
    condemned.merge(
        Place.of(record),
        new Verdict("what the transform made of it cannot be written: " + why, Part.ALL),
        (known, unused) -> isTooLarge(why) ? known.smaller() : known);
  }

  private static boolean isTooLarge(Throwable why) {
    return why instanceof RecordTooLargeException || why instanceof RecordBatchTooLargeException;
  }

  /** It has been dealt with. */
  void forget(ConsumerRecord<byte[], byte[]> record) {
    condemned.remove(Place.of(record));
  }

  /** Their records are somebody else's now. */
  void forget(Collection<TopicPartition> partitions) {
    condemned.keySet().removeIf(place -> partitions.contains(place.partition()));
  }
}
