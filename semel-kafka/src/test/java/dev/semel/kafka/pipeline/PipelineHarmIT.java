package dev.semel.kafka.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.kafka.TopicLog;
import dev.semel.testing.contract.Callers;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What transforms, records and topics do to the lane that meets them. */
class PipelineHarmIT {
  private static final int COUNT = 60;
  private static final PipelineSettings SETTINGS =
      PipelineSettings.standard()
          .maxRecordsPerTransaction(20)
          .attempts(1)
          .backoff(Duration.ofMillis(5), Duration.ofMillis(50));

  private final Numbers numbers = new Numbers(KafkaCluster.shared(), 1);
  private final AtomicInteger calls = new AtomicInteger();

  private Pipeline.Builder pipeline(Transform transform) {
    return numbers.pipeline("n").settings(SETTINGS).deadLetters(numbers.dead).transform(transform);
  }

  private void runUntilAllIsRead(Pipeline.Builder builder, int count) {
    try (Pipeline pipeline = builder.build()) {
      pipeline.start();
      numbers.awaitAllRead(count);
    }
  }

  private void assertOnlySevenIsDead() {
    assertThat(numbers.written()).hasSize(COUNT - 1).doesNotContain(7).doesNotHaveDuplicates();
    assertThat(numbers.deadLetters()).extracting(ConsumerRecord::key).containsExactly("7");
  }

  @Test
  void aRecordOfSeveralOutputsOfWhichTheFirstIsRefusedIsADeadLetter() {
    numbers.write(0, COUNT);
    runUntilAllIsRead(
        pipeline(this::sevenInLargeAndInSmall).producerProperty("max.request.size", "5000"), COUNT);
    assertOnlySevenIsDead();
  }

  private List<ProducerRecord<byte[], byte[]>> sevenInLargeAndInSmall(
      ConsumerRecord<byte[], byte[]> record) {
    ProducerRecord<byte[], byte[]> small = Numbers.record(numbers.target, Numbers.number(record));
    byte[] large = new byte[6_000];
    return Numbers.number(record) == 7
        ? List.of(new ProducerRecord<>(numbers.target, record.key(), large), small)
        : List.of(small);
  }

  @Test
  void anOutputForAPartitionThatDoesNotExistMakesADeadLetter() {
    numbers.write(0, COUNT);
    Transform beyond =
        record ->
            Numbers.number(record) == 7
                ? List.of(new ProducerRecord<>(numbers.target, 5, record.key(), record.value()))
                : numbers.copy(record);
    runUntilAllIsRead(pipeline(beyond).producerProperty("max.block.ms", "1000"), COUNT);
    assertOnlySevenIsDead();
  }

  @Test
  void anOutputThatThePartitionerRefusesMakesADeadLetter() {
    numbers.write(0, COUNT);
    runUntilAllIsRead(
        pipeline(numbers::copy)
            .producerProperty("partitioner.class", RefusingPartitioner.class)
            .producerProperty(RefusingPartitioner.TOPIC, numbers.target),
        COUNT);
    assertOnlySevenIsDead();
  }

  /** A producer waits for a topic that is not there, with each record anew. */
  @Test
  void aMissingTopicIsWaitedForOnceInATransaction() {
    numbers.write(0, 5 * COUNT);
    try (Pipeline pipeline =
        pipeline(record -> List.of(Numbers.record(numbers.name + ".none", 1)))
            .settings(SETTINGS.maxRecordsPerTransaction(5 * COUNT))
            .producerProperty("max.block.ms", "1000")
            .build()) {
      pipeline.start();
      Eventually.holds("it gives up", () -> hasGivenUp(pipeline, numbers.name + ".none"));
      assertThat(pipeline.stop(Duration.ofSeconds(30))).isTrue();
    }
  }

  /** The producer may have to give up for another reason before it gets that far. */
  private static boolean hasGivenUp(Pipeline pipeline, String topic) {
    PipelineStatus status = pipeline.status();
    String failure = status.lastFailure();
    return status.abortedTransactions() > 0 && failure != null && failure.contains(topic);
  }

  @Test
  void aStopIsHeardInTheMiddleOfATransactionWhichIsNoFailure() {
    numbers.write(0, COUNT);
    AtomicReference<Pipeline> running = new AtomicReference<>();
    Transform stopping =
        record -> {
          if (calls.incrementAndGet() == 2) {
            Objects.requireNonNull(running.get()).stop(Duration.ZERO);
          }
          return numbers.copy(record);
        };
    try (Pipeline pipeline = pipeline(stopping).build()) {
      running.set(pipeline);
      pipeline.start();
      Eventually.holds("it is stopped", () -> calls.get() >= 2);
      assertThat(pipeline.stop(Duration.ofSeconds(30))).isTrue();

      assertThat(calls).hasValue(2);
      assertThat(pipeline.status().recordsRead()).isZero();
      assertThat(pipeline.status().abortedTransactions()).isZero();
      assertThat(pipeline.status().runningLanes()).isZero();
    }
    assertThat(numbers.isToBeAborted("n")).as("readers wait for nothing").isTrue();
    runUntilAllIsRead(pipeline(numbers::copy), COUNT);
    assertThat(numbers.written()).isEqualTo(Numbers.upTo(COUNT));
  }

  @Test
  void aTransformMayStopThePipelineThatSomebodyIsStopping() {
    numbers.write(0, 1);
    CountDownLatch awaited = new CountDownLatch(1);
    AtomicReference<Pipeline> running = new AtomicReference<>();
    Transform stopping =
        record -> {
          calls.incrementAndGet();
          await(awaited);
          Objects.requireNonNull(running.get()).stop(Duration.ZERO);
          return numbers.copy(record);
        };
    try (Pipeline pipeline = pipeline(stopping).build()) {
      running.set(pipeline);
      pipeline.start();
      Eventually.holds("it is at work", () -> calls.get() == 1);
      var stop = Callers.start(() -> pipeline.stop(Duration.ofSeconds(30)));
      Eventually.holds(
          "it is waited for", () -> stop.thread().getState() == Thread.State.TIMED_WAITING);
      awaited.countDown();
      assertThat(stop.result()).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {StackOverflowError.class, AssertionError.class, LinkageError.class})
  void anErrorOfTheTransformMakesADeadLetterToo(Class<? extends Error> kind) {
    numbers.write(0, COUNT);
    runUntilAllIsRead(pipeline(record -> copyUnlessSeven(record, kind)), COUNT);
    assertOnlySevenIsDead();
  }

  private List<ProducerRecord<byte[], byte[]>> copyUnlessSeven(
      ConsumerRecord<byte[], byte[]> record, Class<? extends Error> kind) {
    if (Numbers.number(record) == 7) {
      throw newError(kind);
    }
    return numbers.copy(record);
  }

  private static Error newError(Class<? extends Error> kind) {
    try {
      return kind.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aLaneWithoutMemoryEndsInOrderAndSaysSo() {
    numbers.write(0, COUNT);
    Pipeline broken = pipeline(record -> copyUnlessSeven(record, OutOfMemoryError.class)).build();
    try (broken) {
      broken.start();
      Eventually.holds("it says why", () -> broken.status().lastFailure() != null);
      Eventually.holds("it has ended", () -> broken.status().runningLanes() == 0);
      assertThat(broken.status().lastFailure()).contains("OutOfMemoryError");
    }
    assertThat(numbers.isToBeAborted("n")).as("readers wait for nothing").isTrue();
    runUntilAllIsRead(pipeline(numbers::copy), COUNT);
    assertThat(numbers.written()).isEqualTo(Numbers.upTo(COUNT));
  }

  @Test
  void aDeadLetterThatIsTooLargeIsWrittenWithoutItsValue() {
    numbers.write("large".getBytes(UTF_8), new byte[6_000]);
    runUntilAllIsRead(pipeline(numbers::copy).producerProperty("max.request.size", "5000"), 1);

    ConsumerRecord<String, byte[]> dead = numbers.deadLetters().get(0);
    assertThat(dead.key()).isEqualTo("large");
    assertThat(dead.value()).isNull();
    assertThat(TopicLog.headers(dead))
        .containsEntry("semel-dead-left-out", "value")
        .containsEntry("semel-dead-topic", numbers.source)
        .containsEntry("semel-dead-partition", "0")
        .containsEntry("semel-dead-offset", "0")
        .hasEntrySatisfying(
            "semel-dead-reason", why -> assertThat(why).contains("NumberFormatException"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTransformThatLeavesItsThreadInterruptedStopsNothing(boolean alsoFails) {
    numbers.write(0, COUNT);
    Transform interrupting =
        record -> {
          Thread.currentThread().interrupt();
          if (alsoFails && Numbers.number(record) == 7) {
            throw new IllegalStateException("seven");
          }
          return numbers.copy(record);
        };
    try (Pipeline pipeline = pipeline(interrupting).build()) {
      pipeline.start();
      numbers.awaitAllRead(COUNT);
      assertThat(pipeline.status().abortedTransactions()).isZero();
      assertThat(pipeline.status().runningLanes()).isEqualTo(1);
    }
    assertThat(numbers.written()).hasSize(alsoFails ? COUNT - 1 : COUNT);
  }

  /** The member is out of the group when the transform has failed, and reads the record again. */
  @Test
  void attemptsThatTakeLongerThanTheLongestPollIntervalAreNotBegunAgain() {
    numbers.write(0, 1);
    Transform slow =
        record -> {
          calls.incrementAndGet();
          Eventually.holds("the member is out", numbers::isGroupEmpty);
          throw new IllegalStateException("slow");
        };
    runUntilAllIsRead(
        pipeline(slow)
            .consumerProperty("max.poll.interval.ms", "6000")
            .consumerProperty("session.timeout.ms", "6000"),
        1);
    assertThat(calls).hasValue(1);
    assertThat(numbers.deadLetters()).hasSize(1);
  }

  @Test
  void nothingIsMadeOfRecordsOfAnAbortedTransaction() {
    numbers.writeAborted(0, COUNT);
    numbers.write(COUNT, 2 * COUNT);
    int markers = 1;
    runUntilAllIsRead(pipeline(numbers::copy), 2 * COUNT + markers);
    assertThat(numbers.written()).isEqualTo(Numbers.upTo(2 * COUNT).subList(COUNT, 2 * COUNT));
  }

  @Test
  void aPollThatFailsCostsNoProducer() {
    numbers.write(0, COUNT);
    AtomicReference<Thread> lane = new AtomicReference<>();
    AtomicInteger producers = new AtomicInteger();
    Transform telling =
        record -> {
          lane.set(Thread.currentThread());
          return numbers.copy(record);
        };
    try (Pipeline pipeline =
        pipeline(telling)
            .producerProperty("interceptor.classes", List.of(CountedProducer.class))
            .producerProperty(CountedProducer.COUNT, producers)
            .build()) {
      pipeline.start();
      Eventually.holds("it is idle", () -> pipeline.status().recordsRead() == COUNT);
      Objects.requireNonNull(lane.get()).interrupt();
      Eventually.holds("its poll fails", () -> pipeline.status().abortedTransactions() == 1);
      numbers.write(COUNT, 2 * COUNT);
      numbers.awaitAllRead(2 * COUNT);
    }
    assertThat(producers).hasValue(1);
    assertThat(numbers.written()).isEqualTo(Numbers.upTo(2 * COUNT));
  }
}
