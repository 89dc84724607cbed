package dev.semel.kafka.pipeline;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
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
  private final Map<Place, String> condemned = new HashMap<>();

  /** Where a record lies. */
  private record Place(TopicPartition partition, long offset) {
    static Place of(ConsumerRecord<?, ?> record) {
      return new Place(new TopicPartition(record.topic(), record.partition()), record.offset());
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
   */
  Output of(ConsumerRecord<byte[], byte[]> record) {
    String verdict = condemned.get(Place.of(record));
    if (verdict != null && deadLetterTopic != null) {
      return dead(record, deadLetterTopic, verdict);
    }
    for (int attempt = 1; ; attempt++) {
      try {
        return new Output(List.copyOf(transform.apply(record)), null);
      } catch (RuntimeException e) {
        if (attempt >= settings.attempts()) {
          return afterLastAttempt(record, e);
        }
        if (!mayGoOnAfter.test(settings.backoffAfter(attempt))) {
          throw new TransformFailedException("stopped before the record's attempts were over", e);
        }
      }
    }
  }

  private Output afterLastAttempt(ConsumerRecord<byte[], byte[]> record, RuntimeException e) {
    String reason = "the transform failed: " + e;
    if (deadLetterTopic == null) {
      throw new TransformFailedException(
          "%s-%d at %d: %s; without a topic for dead letters it blocks its lane"
              .formatted(record.topic(), record.partition(), record.offset(), reason),
          e);
    }
    return dead(record, deadLetterTopic, reason);
  }

  private static Output dead(ConsumerRecord<byte[], byte[]> record, String topic, String reason) {
    return new Output(List.of(DeadLetterRecords.of(record, topic, reason)), reason);
  }

  /** Makes it a dead letter the next time it comes: what was made of it cannot be written. */
  void condemn(ConsumerRecord<byte[], byte[]> record, Throwable why) {
    condemned.put(Place.of(record), "what the transform made of it cannot be written: " + why);
  }

  /** It has been dealt with. */
  void forget(ConsumerRecord<byte[], byte[]> record) {
    condemned.remove(Place.of(record));
  }
}
