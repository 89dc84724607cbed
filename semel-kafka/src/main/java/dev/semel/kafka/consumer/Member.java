package dev.semel.kafka.consumer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One member of the group: a thread that polls and never applies, so that it is always back in
 * time, and the lanes it feeds. Partitions without room are paused, and polling goes on.
 */
final class Member implements Runnable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration POLL_WITH_SOME_PAUSED = Duration.ofMillis(20);
  private static final Duration MAX_CLOSE = Duration.ofSeconds(5);
  private static final Duration MAX_LAST_COMMIT = Duration.ofSeconds(5);
  private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long MAX_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final int number;
  private final List<String> topics;
  private final Consumer<byte[], byte[]> consumer;
  private final Hand hand;
  private final OffsetCommits commits;
  private final Rebalances rebalances;
  private final ConsumerNotifier notifier;
  private final List<LaneThread> lanes = new ArrayList<>();
  private final Thread thread;
  private volatile boolean stopping;
  private volatile long deadlineNanos;
  private long backoffNanos = FIRST_BACKOFF_NANOS;
  private boolean failing;

  Member(
      int number,
      KafkaConsumerSettings settings,
      Consumer<byte[], byte[]> consumer,
      Hand hand,
      ConsumerNotifier notifier) {
    this.number = number;
    this.topics = settings.topics();
    this.consumer = consumer;
    this.hand = hand;
    this.notifier = notifier;
    this.commits = new OffsetCommits(consumer, hand, notifier, number, settings.commitInterval());
    this.rebalances = new Rebalances(hand, commits, notifier, number, settings.revocationWait());
    this.thread = new Thread(this, "semel-kafka-%s-%d".formatted(notifier.consumer(), number));
    thread.setDaemon(true);
  }

  void start(Trial trial, Runnable afterEach) {
    for (Lane lane : hand.lanes()) {
      String name = "%s-lane-%d".formatted(thread.getName(), lanes.size());
      lanes.add(new LaneThread(name, hand, lane, trial, afterEach));
    }
    lanes.forEach(Thread::start);
    thread.start();
  }

  /** Gives up what it was made with, because it will not be started. */
  void discard() {
    try {
      consumer.close(CloseOptions.timeout(MAX_CLOSE));
    } catch (RuntimeException closing) {
      notifier.tell(
          new KafkaConsumerChange.Stopped(
              notifier.consumer(), number, "closing failed: " + closing));
    }
  }

  /** Asks it to finish what is in hand and to leave. Who asks first says by when. */
  void stop(long byNanoTime) {
    if (!stopping) {
      deadlineNanos = byNanoTime;
      stopping = true;
    }
  }

  /** Whether this is called by a thread of its own. */
  boolean isCalling() {
    Thread caller = Thread.currentThread();
    return caller.equals(thread) || lanes.contains(caller);
  }

  /** Waits for its end; false if it has not come in time. */
  boolean awaitEnd(long byNanoTime) throws InterruptedException {
    thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(byNanoTime - System.nanoTime())));
    return !thread.isAlive();
  }

  boolean isRunning() {
    return thread.isAlive();
  }

  List<KafkaConsumerStatus.Partition> status() {
    return hand.status(number);
  }

  @Override
  public void run() {
    String failure = null;
    try {
      notifier.tell(new KafkaConsumerChange.Started(notifier.consumer(), number));
      consumer.subscribe(topics, rebalances);
      while (!stopping) {
        cycle();
      }
      drain();
    } catch (InterruptException | InterruptedException interrupted) {
      failure = "its thread was interrupted";
    } catch (FencedInstanceIdException fenced) {
      failure = "another member has the same group.instance.id; give each its own";
    } catch (RuntimeException | Error broken) {
      failure = broken.toString();
    } finally {
      end(failure);
    }
  }

  private void cycle() throws InterruptedException {
    try {
      boolean allPaused = regulate();
      Duration patience = consumer.paused().isEmpty() ? POLL : POLL_WITH_SOME_PAUSED;
      take(consumer.poll(allPaused ? Duration.ZERO : patience));
      commits.commitIfDue();
      noteEnds();
      polled();
      if (allPaused) {
        hand.awaitSettled(POLL.toNanos());
      }
    } catch (FencedInstanceIdException | InterruptException | NotTakenException end) {
      throw end;
    } catch (RuntimeException failure) {
      backOff(failure);
    }
  }

  /** Kafka goes on behind them whether they are in hand or not, so that there is no going on. */
  private void take(ConsumerRecords<byte[], byte[]> records) {
    try {
      hand.add(records);
    } catch (RuntimeException e) {
      throw new NotTakenException(e);
    }
  }

  /** Records that were polled are not in hand, and come again to whoever has the partition next. */
  private static final class NotTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotTakenException(RuntimeException cause) {
      super("records that were polled could not be taken in hand: " + cause, cause);
    }
  }

  /** Pauses what is full and resumes what is not; true if nothing is left to fetch. */
  private boolean regulate() {
    Set<TopicPartition> assigned = consumer.assignment();
    Set<TopicPartition> full = stopping ? new HashSet<>(assigned) : hand.full();
    full.retainAll(assigned);
    Set<TopicPartition> paused = consumer.paused();
    List<TopicPartition> toPause = full.stream().filter(it -> !paused.contains(it)).toList();
    List<TopicPartition> toResume = paused.stream().filter(it -> !full.contains(it)).toList();
    if (!toPause.isEmpty()) {
      consumer.pause(toPause);
      notifier.tell(new KafkaConsumerChange.Paused(notifier.consumer(), number, toPause));
    }
    if (!toResume.isEmpty()) {
      consumer.resume(toResume);
      notifier.tell(new KafkaConsumerChange.Resumed(notifier.consumer(), number, toResume));
    }
    return !assigned.isEmpty() && full.size() == assigned.size();
  }

  private void noteEnds() {
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (TopicPartition partition : consumer.assignment()) {
      OptionalLong lag = consumer.currentLag(partition);
      OptionalLong position = lag.isPresent() ? knownPosition(partition) : lag;
      if (position.isPresent()) {
        ends.put(partition, position.getAsLong() + lag.getAsLong());
      }
    }
    hand.endsAt(ends);
  }

  /** Waits for nobody: a leader that does not answer must not hold up the other partitions. */
  private OptionalLong knownPosition(TopicPartition partition) {
    try {
      return OptionalLong.of(consumer.position(partition, Duration.ZERO));
    } catch (TimeoutException notKnown) {
      return OptionalLong.empty();
    }
  }

  private void polled() {
    backoffNanos = FIRST_BACKOFF_NANOS;
    if (failing) {
      failing = false;
      notifier.tell(new KafkaConsumerChange.BrokerAvailable(notifier.consumer(), number));
    }
  }

  private void backOff(RuntimeException failure) throws InterruptedException {
    if (!failing) {
      failing = true;
      notifier.tell(
          new KafkaConsumerChange.BrokerUnavailable(
              notifier.consumer(), number, failure.toString()));
    }
    hand.awaitSettled(backoffNanos);
    backoffNanos = Math.min(2 * backoffNanos, MAX_BACKOFF_NANOS);
  }

  /** Polls on, so that the group waits, until what is in hand is applied or time is up. */
  private void drain() throws InterruptedException {
    hand.finish();
    while (!hand.isFinished() && System.nanoTime() - deadlineNanos < 0) {
      regulate();
      take(consumer.poll(Duration.ZERO));
      hand.awaitSettled(POLL_WITH_SOME_PAUSED.toNanos());
    }
    commits.commitNow(hand.committable(), MAX_LAST_COMMIT);
  }

  private void end(@Nullable String failure) {
    hand.abandon();
    rebalances.waitNoMore();
    try {
      consumer.close(CloseOptions.timeout(MAX_CLOSE));
    } catch (RuntimeException closing) {
      notifier.tell(
          new KafkaConsumerChange.OffsetsNotCommitted(
              notifier.consumer(), number, "closing failed: " + closing));
    }
    // Whoever is still at work had its time: a handler that hangs must not hold the process.
    lanes.forEach(Thread::interrupt);
    notifier.tell(new KafkaConsumerChange.Stopped(notifier.consumer(), number, failure));
  }
}
