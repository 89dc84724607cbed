package dev.semel.inbox;

import dev.semel.RetriesExhaustedException;
import dev.semel.inbox.internal.Reasons;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deliveries that a broker waits to hear about, and what to tell it: the part of a consumer
 * that is the same for every broker. Whoever talks to the broker {@linkplain #add adds} what was
 * delivered, lets it {@linkplain #work be worked on}, and acknowledges what comes back.
 *
 * <p><b>Guarantee.</b> A delivery is settled only when its message is applied, known, or kept as a
 * dead letter, and that is committed. A message that fails is tried again after the backoff of
 * {@link ConsumerSettings#work()}, and is a dead letter after its attempts; a delivery that does
 * not say which message it is becomes one at once, under a digest. While the store is away nothing
 * counts as an attempt, and nothing is tried until a backoff has passed.
 *
 * <p><b>Order.</b> Messages of one key are applied in the order they were added: while one waits
 * for its next attempt, those behind it wait too. Others go on.
 *
 * <p><b>Threads.</b> For one thread.
 *
 * @param <H> what the broker's client needs to acknowledge a delivery
 */
public final class Intake<H> {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel");
  private static final Duration MAX_WAIT = Duration.ofHours(1);

  /**
   * A delivery that may be acknowledged.
   *
   * @param dead whether it is kept as a dead letter
   */
  public record Settled<H>(H handle, boolean dead) {}

  private final Inbox inbox;
  private final ConsumerSettings consumer;
  private final MessageReader reader;
  private final @Nullable MessageHandler handler;
  private final List<Waiting<H>> window = new ArrayList<>();
  private int storeFailures;
  private long pausedUntilNanos = System.nanoTime();

  private Intake(
      Inbox inbox,
      ConsumerSettings consumer,
      MessageReader reader,
      @Nullable MessageHandler handler) {
    this.inbox = inbox;
    this.consumer = consumer;
    this.reader = reader;
    this.handler = handler;
  }

  /** Applies messages, in batches, before they are acknowledged. */
  public static <H> Intake<H> applying(
      Inbox inbox, ConsumerSettings consumer, MessageReader reader, MessageHandler handler) {
    return new Intake<>(inbox, consumer, reader, handler);
  }

  /** Stores messages, in batches, before they are acknowledged. A worker applies them. */
  public static <H> Intake<H> storing(
      Inbox inbox, ConsumerSettings consumer, MessageReader reader) {
    return new Intake<>(inbox, consumer, reader, null);
  }

  /** Takes a delivery in. */
  public void add(Delivery delivery, H handle) {
    try {
      window.add(new Waiting<>(reader.read(delivery), handle, null));
    } catch (RuntimeException unreadable) {
      String reason =
          "the delivery by %s cannot be read: %s"
              .formatted(delivery.destination(), unreadable.getMessage());
      window.add(new Waiting<>(Unreadable.asMessage(delivery), handle, reason));
    }
  }

  /** How many deliveries are neither settled nor released. */
  public int size() {
    return window.size();
  }

  /** Whether the store was away the last time. Then it is no use to take more. */
  public boolean isStoreAway() {
    return storeFailures > 0;
  }

  /** How long there is nothing to be done, unless something is added. */
  public Duration untilNext() {
    long now = System.nanoTime();
    long waitNanos = MAX_WAIT.toNanos();
    Set<MessageKey> heldKeys = new HashSet<>();
    for (Waiting<H> waiting : window) {
      // Only the first of a key counts: those behind it wait for it, however long they are due.
      MessageKey key = MessageKey.of(consumer, waiting.message);
      if (key == null || heldKeys.add(key)) {
        waitNanos = Math.min(waitNanos, waiting.dueNanos - now);
      }
    }
    if (isStoreAway()) {
      waitNanos = Math.max(waitNanos, pausedUntilNanos - now);
    }
    return Duration.ofNanos(Math.max(0, waitNanos));
  }

  /** Works on what is due, one batch at most. Acknowledge what it returns. */
  public List<Settled<H>> work() {
    if (isStoreAway() && pausedUntilNanos - System.nanoTime() > 0) {
      return List.of();
    }
    List<Waiting<H>> due = due();
    if (due.isEmpty()) {
      return List.of();
    }
    List<Settled<H>> settled = new ArrayList<>();
    try {
      run(due, settled);
    } catch (RuntimeException failure) {
      storeIsAway(failure);
    }
    return settled;
  }

  /** Gives up what is not settled, in its order, because the broker will deliver it again. */
  public List<H> release() {
    List<H> handles = window.stream().map(waiting -> waiting.handle).toList();
    window.clear();
    return handles;
  }

  /** What is not settled, in its order. */
  public List<H> unsettled() {
    return window.stream().map(waiting -> waiting.handle).toList();
  }

  private List<Waiting<H>> due() {
    long now = System.nanoTime();
    Set<MessageKey> heldKeys = new HashSet<>();
    List<Waiting<H>> due = new ArrayList<>();
    for (Waiting<H> waiting : window) {
      MessageKey key = MessageKey.of(consumer, waiting.message);
      boolean held = key != null && heldKeys.contains(key);
      if (!held && waiting.dueNanos - now <= 0) {
        due.add(waiting);
      } else if (key != null) {
        heldKeys.add(key);
      }
      if (due.size() == consumer.work().maxBatch()) {
        break;
      }
    }
    return due;
  }

  private void run(List<Waiting<H>> due, List<Settled<H>> settled) {
    List<Waiting<H>> readable = new ArrayList<>();
    for (Waiting<H> waiting : due) {
      if (waiting.unreadable == null) {
        readable.add(waiting);
      } else {
        bury(waiting, waiting.unreadable, settled);
      }
    }
    if (!readable.isEmpty()) {
      apply(readable, settled);
    }
    storeFailures = 0;
  }

  private void apply(List<Waiting<H>> batch, List<Settled<H>> settled) {
    List<Message> messages = batch.stream().map(waiting -> waiting.message).toList();
    if (handler == null) {
      inbox.store(consumer, messages);
      batch.forEach(waiting -> settle(waiting, false, settled));
      return;
    }
    List<Consumed> outcomes = inbox.consumeAll(consumer, messages, handler);
    for (int i = 0; i < outcomes.size(); i++) {
      note(batch.get(i), outcomes.get(i), settled);
    }
    refuseIfAllWereTheStores(outcomes);
  }

  private void note(Waiting<H> waiting, Consumed outcome, List<Settled<H>> settled) {
    if (outcome.mayAcknowledge()) {
      settle(waiting, outcome instanceof Consumed.Dead, settled);
    } else if (outcome instanceof Consumed.InProgress busy) {
      waiting.dueNanos = System.nanoTime() + busy.retryAfter().toNanos();
    } else if (outcome instanceof Consumed.Gap gap) {
      failed(waiting, "version %d is missing".formatted(gap.missingVersion()), settled);
    } else if (outcome instanceof Consumed.Failed failed) {
      noteFailure(waiting, failed.failure(), settled);
    }
  }

  // As for kept messages: what the store is to blame for is not held against a message.
  private void noteFailure(Waiting<H> waiting, RuntimeException failure, List<Settled<H>> settled) {
    if (failure instanceof RetriesExhaustedException) {
      postpone(waiting);
    } else {
      failed(waiting, Reasons.of(failure), settled);
    }
  }

  private void failed(Waiting<H> waiting, String reason, List<Settled<H>> settled) {
    waiting.failures++;
    if (waiting.failures >= consumer.work().maxAttempts()) {
      bury(waiting, reason, settled);
      return;
    }
    postpone(waiting);
    LOG.warn(
        "consumer {}: {} failed, attempt {} of {}; it is tried again",
        consumer.name(),
        waiting.message.id(),
        waiting.failures,
        consumer.work().maxAttempts());
  }

  private void postpone(Waiting<H> waiting) {
    waiting.waits++;
    waiting.dueNanos = System.nanoTime() + backoff(waiting.waits).toNanos();
  }

  private Duration backoff(int failures) {
    return consumer.work().backoffAfter(failures, ThreadLocalRandom.current().nextDouble());
  }

  private void bury(Waiting<H> waiting, String reason, List<Settled<H>> settled) {
    inbox.deadLetter(consumer, waiting.message, reason);
    settle(waiting, true, settled);
  }

  private void settle(Waiting<H> waiting, boolean dead, List<Settled<H>> settled) {
    window.remove(waiting);
    settled.add(new Settled<>(waiting.handle, dead));
  }

  private static void refuseIfAllWereTheStores(List<Consumed> outcomes) {
    RuntimeException last = null;
    for (Consumed outcome : outcomes) {
      if (outcome instanceof Consumed.Failed failed
          && failed.failure() instanceof RetriesExhaustedException exhausted) {
        last = exhausted;
      } else if (!(outcome instanceof Consumed.HeldBack)) {
        return;
      }
    }
    if (last != null) {
      throw last;
    }
  }

  private void storeIsAway(RuntimeException failure) {
    storeFailures++;
    Duration pause = backoff(storeFailures);
    pausedUntilNanos = System.nanoTime() + pause.toNanos();
    LOG.warn(
        "consumer {}: the store takes nothing now; {} deliveries wait, next try in {}",
        consumer.name(),
        window.size(),
        pause,
        failure);
  }

  /** A delivery in hand. */
  private static final class Waiting<H> {
    private final Message message;
    private final H handle;
    private final @Nullable String unreadable;
    private int failures;
    private int waits;
    private long dueNanos = System.nanoTime();

    private Waiting(Message message, H handle, @Nullable String unreadable) {
      this.message = message;
      this.handle = handle;
      this.unreadable = unreadable;
    }
  }
}
