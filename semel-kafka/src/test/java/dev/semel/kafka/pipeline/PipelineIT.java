package dev.semel.kafka.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.kafka.TopicLog;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class PipelineIT {
  private static final int COUNT = 300;
  private static final PipelineSettings SETTINGS =
      PipelineSettings.standard()
          .maxRecordsPerTransaction(20)
          .backoff(Duration.ofMillis(5), Duration.ofMillis(50));

  private final KafkaCluster cluster = KafkaCluster.shared();
  private final Numbers numbers = new Numbers(cluster, 3);

  @Test
  void everyRecordIsTransformedOnceByLanesOfTwoNodesThatComeAndGo() {
    Pipeline first = numbers.pipeline("first").settings(SETTINGS.lanes(2)).build();
    Pipeline second = numbers.pipeline("second").settings(SETTINGS).build();
    try (first;
        second) {
      first.start();
      numbers.write(0, COUNT);
      second.start();
      numbers.write(COUNT, 2 * COUNT);
      Eventually.holds("some is written", () -> !numbers.written().isEmpty());
      assertThat(first.stop(Duration.ofSeconds(30))).isTrue();
      numbers.write(2 * COUNT, 3 * COUNT);
      numbers.awaitAllRead(3 * COUNT);
    }

    assertThat(numbers.written()).isEqualTo(Numbers.upTo(3 * COUNT));
  }

  @Test
  void anAbortedTransactionLeavesNothingAndIsReadAgain() {
    AtomicInteger calls = new AtomicInteger();
    numbers.write(0, COUNT);
    try (Pipeline pipeline =
        numbers
            .pipeline("n")
            .settings(SETTINGS.attempts(1))
            .transform(record -> failingAt(calls, 30, 31, 75, record))
            .build()) {
      pipeline.start();
      numbers.awaitAllRead(COUNT);
      Eventually.holds("it ended", () -> pipeline.status().recordsRead() == COUNT);

      assertThat(pipeline.status().abortedTransactions()).isEqualTo(3);
      assertThat(numbers.written()).isEqualTo(Numbers.upTo(COUNT));
    }
  }

  private List<ProducerRecord<byte[], byte[]>> failingAt(
      AtomicInteger calls, int one, int two, int three, ConsumerRecord<byte[], byte[]> record) {
    int call = calls.incrementAndGet();
    if (call == one || call == two || call == three) {
      throw new IllegalStateException("call " + call);
    }
    return numbers.copy(record);
  }

  @Test
  void aRecordThatTheTransformFailsAtIsADeadLetterOnce() {
    numbers.write(0, COUNT);
    try (Pipeline pipeline =
        numbers
            .pipeline("n")
            .settings(SETTINGS)
            .deadLetters(numbers.dead)
            .transform(this::copyExceptSeven)
            .build()) {
      pipeline.start();
      numbers.awaitAllRead(COUNT);
    }

    assertThat(numbers.written()).hasSize(COUNT - 1).doesNotContain(7).doesNotHaveDuplicates();
    List<ConsumerRecord<String, byte[]>> dead = numbers.deadLetters();
    assertThat(dead).hasSize(1);
    assertThat(dead.get(0).key()).isEqualTo("7");
    assertThat(dead.get(0).value()).asString(UTF_8).isEqualTo("7");
    assertThat(TopicLog.headers(dead.get(0)))
        .containsEntry(
            "semel-dead-reason", "the transform failed: java.lang.IllegalArgumentException: seven")
        .containsEntry("semel-dead-topic", numbers.source)
        .containsKeys("semel-dead-partition", "semel-dead-offset");
  }

  private List<ProducerRecord<byte[], byte[]>> copyExceptSeven(
      ConsumerRecord<byte[], byte[]> record) {
    if (Numbers.number(record) == 7) {
      throw new IllegalArgumentException("seven");
    }
    return numbers.copy(record);
  }

  @Test
  void aRecordWhoseOutputCannotBeWrittenIsFoundAndIsADeadLetterOnce() {
    numbers.write(0, COUNT);
    try (Pipeline pipeline =
        numbers
            .pipeline("n")
            .settings(SETTINGS)
            .deadLetters(numbers.dead)
            .transform(this::copySevenInLarge)
            .build()) {
      pipeline.start();
      numbers.awaitAllRead(COUNT);
      Eventually.holds("it is counted", () -> pipeline.status().deadLetters() == 1);
    }

    assertThat(numbers.written()).hasSize(COUNT - 1).doesNotContain(7).doesNotHaveDuplicates();
    assertThat(numbers.deadLetters()).hasSize(1);
    assertThat(TopicLog.headers(numbers.deadLetters().get(0)).get("semel-dead-reason"))
        .contains("RecordTooLargeException");
  }

  private List<ProducerRecord<byte[], byte[]>> copySevenInLarge(
      ConsumerRecord<byte[], byte[]> record) {
    return Numbers.number(record) == 7 ? tooLarge(record) : numbers.copy(record);
  }

  private List<ProducerRecord<byte[], byte[]>> tooLarge(ConsumerRecord<byte[], byte[]> record) {
    byte[] large = "7".repeat(20_000).getBytes(UTF_8);
    return List.of(new ProducerRecord<>(numbers.target, record.key(), large));
  }

  /**
   * Kafka's producer keeps offsets that it was asked to send just before it found out that the
   * transaction cannot be, and commits them with those of the next. What lay before them was lost.
   */
  @Test
  void aProducerWhoseTransactionFailedIsNotUsedAgain() {
    numbers.write(0, 10);
    AtomicInteger sentAfterwards = new AtomicInteger();
    try (Pipeline pipeline =
        numbers
            .pipeline("n")
            .settings(SETTINGS.maxRecordsPerTransaction(1))
            .producerProperty("interceptor.classes", List.of(FailedProducer.class))
            .producerProperty(FailedProducer.SENT_AFTERWARDS, sentAfterwards)
            .deadLetters(numbers.dead)
            .transform(this::tooLarge)
            .build()) {
      pipeline.start();
      numbers.awaitAllRead(10);
    }

    assertThat(numbers.deadLetters()).hasSize(10);
    assertThat(sentAfterwards).hasValue(0);
  }

  @Test
  void withoutATopicForDeadLettersItBlocksItsLaneUntilItIsMended() {
    numbers.write(0, 10);
    try (Pipeline broken =
        numbers
            .pipeline("n")
            .settings(SETTINGS.attempts(1))
            .transform(this::copyExceptSeven)
            .build()) {
      broken.start();
      Eventually.holds("it tries", () -> broken.status().abortedTransactions() > 2);
      assertThat(broken.status().lastFailure()).contains("without a topic for dead letters");
      assertThat(broken.stop(Duration.ofSeconds(30))).isTrue();
    }
    try (Pipeline mended = numbers.pipeline("n").build()) {
      mended.start();
      numbers.awaitAllRead(10);
    }

    assertThat(numbers.written()).isEqualTo(Numbers.upTo(10));
  }

  @Test
  void aTransactionThatTakesTooLongIsBegunAgain() {
    numbers.write(0, 10);
    AtomicInteger calls = new AtomicInteger();
    try (Pipeline pipeline =
        numbers
            .pipeline("slow")
            .settings(SETTINGS.transactionTimeout(Duration.ofSeconds(1)))
            .transform(record -> copyAfterTheTimeout(calls, record))
            .build()) {
      pipeline.start();
      numbers.awaitAllRead(10);

      assertThat(pipeline.status().abortedTransactions()).isPositive();
      assertThat(pipeline.status().fencedLanes()).isZero();
      assertThat(numbers.written()).isEqualTo(Numbers.upTo(10));
    }
  }

  /** The second call comes when one record is written and the first is not committed. */
  private List<ProducerRecord<byte[], byte[]>> copyAfterTheTimeout(
      AtomicInteger calls, ConsumerRecord<byte[], byte[]> record) {
    if (calls.incrementAndGet() == 2) {
      Eventually.holds("the broker aborts", () -> numbers.isAborted("slow"));
    }
    return numbers.copy(record);
  }
}
