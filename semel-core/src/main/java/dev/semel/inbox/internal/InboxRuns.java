package dev.semel.inbox.internal;

import dev.semel.IntentId;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageKey;
import dev.semel.inbox.Received;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.WorkReport;
import dev.semel.inbox.WorkSettings;
import dev.semel.inbox.spi.InboxAttempt;
import dev.semel.inbox.spi.MessageBody;
import dev.semel.internal.Retries;
import dev.semel.spi.StateChange;
import dev.semel.spi.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of an inbox, each made of runs. Safe for use by several threads. */
public final class InboxRuns<T> {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel");
  private static final int MAX_OVERDUE_AT_ONCE = 100;
  private static final int MAX_PASSES_OF_A_KEY = 1_000;

  private final InboxParts<T> parts;

  public InboxRuns(InboxParts<T> parts) {
    this.parts = parts;
  }

  public Consumed consume(ConsumerSettings consumer, Message message, MessageBody<T> body) {
    List<Task> tasks = tasks(consumer, List.of(message));
    return followedUp(consumer, body, tasks, new BatchRun<>(parts, consumer, body, tasks).run())
        .get(0);
  }

  public List<Consumed> consumeAll(
      ConsumerSettings consumer, List<Message> messages, MessageBody<T> body) {
    if (messages.isEmpty()) {
      return List.of();
    }
    List<Task> tasks = tasks(consumer, messages);
    return followedUp(consumer, body, tasks, together(consumer, body, tasks));
  }

  private BatchRun.Result together(
      ConsumerSettings consumer, MessageBody<T> body, List<Task> tasks) {
    try {
      return new BatchRun<>(parts, consumer, body, tasks).run();
    } catch (RuntimeException failure) {
      OneByOne.refuseUnlessTheMessages(failure);
      LOG.debug("a batch of {} messages failed, each is tried by itself", tasks.size(), failure);
      return new OneByOne<>(parts, consumer, body).run(tasks);
    }
  }

  public List<Consumed> within(
      T transaction, ConsumerSettings consumer, List<Message> messages, MessageBody<T> body) {
    if (messages.isEmpty()) {
      return List.of();
    }
    List<Task> tasks = tasks(consumer, messages);
    try (InboxAttempt<T> attempt = parts.store().join(transaction)) {
      try {
        return new BatchRun<>(parts, consumer, body, tasks).runWithin(attempt).outcomes();
      } catch (RuntimeException failure) {
        undo(attempt, failure);
        if (parts.store().classify(failure).verdict() != Verdict.OWN_KEY) {
          throw failure;
        }
      }
      // Another attempt committed meanwhile; its markers are seen now.
      return new BatchRun<>(parts, consumer, body, tasks).runWithin(attempt).outcomes();
    }
  }

  private static void undo(InboxAttempt<?> attempt, RuntimeException failure) {
    try {
      attempt.undo();
    } catch (RuntimeException second) {
      failure.addSuppressed(second);
      throw failure;
    }
  }

  private List<Task> tasks(ConsumerSettings consumer, List<Message> messages) {
    if (messages.size() > WorkSettings.MAX_BATCH) {
      throw new IllegalArgumentException(
          "a batch has %d messages; at most %d are allowed, so that its transaction stays short"
              .formatted(messages.size(), WorkSettings.MAX_BATCH));
    }
    return messages.stream().map(message -> Task.delivered(parts, consumer, message)).toList();
  }

  /**
   * Applies what is no longer held up by a gap. It is waiting in the database by now, so that a
   * worker takes it up if this process dies or fails here.
   */
  private List<Consumed> followedUp(
      ConsumerSettings consumer, MessageBody<T> body, List<Task> tasks, BatchRun.Result result) {
    if (result.released()) {
      try {
        keysOf(consumer, tasks).forEach(key -> workOffKey(consumer, body, key));
      } catch (RuntimeException failure) {
        LOG.warn("released messages could not be applied now; a worker will do so", failure);
      }
    }
    return result.outcomes();
  }

  private static Set<MessageKey> keysOf(ConsumerSettings consumer, List<Task> tasks) {
    Set<MessageKey> keys = new LinkedHashSet<>();
    for (Task task : tasks) {
      MessageKey key = MessageKey.of(consumer, task.message());
      if (key != null) {
        keys.add(key);
      }
    }
    return keys;
  }

  private void workOffKey(ConsumerSettings consumer, MessageBody<T> body, MessageKey key) {
    for (int pass = 0; pass < MAX_PASSES_OF_A_KEY; pass++) {
      WorkPass<T> work = new WorkPass<>(parts, consumer, body);
      work.run(key);
      if (work.claimed == 0) {
        return;
      }
    }
  }

  public List<Received> keep(ConsumerSettings consumer, List<Message> messages) {
    if (messages.isEmpty()) {
      return List.of();
    }
    List<Task> tasks = tasks(consumer, messages);
    List<Received> received = keepNamed(consumer, tasks.stream().map(Task::message).toList(), null);
    for (int i = 0; i < received.size(); i++) {
      if (received.get(i) == Received.VIOLATION) {
        parts.notifier().tell(new StateChange.Mismatched(tasks.get(i).intent()));
      }
    }
    return received;
  }

  /** Keeping twice is keeping once, so whatever passes is tried again, a lost commit included. */
  private List<Received> keepNamed(
      ConsumerSettings consumer, List<Message> messages, @Nullable String deadReason) {
    IntentId first = consumer.intentOf(messages.get(0));
    Retries retries = new Retries(parts.notifier(), first, consumer.retries());
    while (true) {
      try {
        return parts.store().keep(consumer, messages, deadReason);
      } catch (RuntimeException failure) {
        retries.backOff(parts.store().classify(failure), failure, false);
      }
    }
  }

  public Received bury(ConsumerSettings consumer, Message message, String reason) {
    String bounded =
        reason.length() > Reasons.MAX_CHARACTERS
            ? reason.substring(0, Reasons.MAX_CHARACTERS)
            : reason;
    Received received = keepNamed(consumer, List.of(consumer.withTenant(message)), bounded).get(0);
    if (received == Received.STORED) {
      parts.notifier().tell(new StateChange.MessageDead(consumer.intentOf(message), 1, bounded));
    }
    return received;
  }

  public WorkReport workOff(ConsumerSettings consumer, MessageBody<T> body) {
    WorkPass<T> work = new WorkPass<>(parts, consumer, body);
    work.run(null);
    VersionGuard guard = consumer.guard();
    List<KeptMessage> overdue =
        guard == null
            ? List.of()
            : parts.store().reportOverdue(consumer.name(), MAX_OVERDUE_AT_ONCE);
    for (KeptMessage kept : overdue) {
      String reason = Objects.requireNonNullElse(kept.reason(), "a gap has not closed");
      parts
          .notifier()
          .tell(new StateChange.MessageOverdue(consumer.intentOf(kept.message()), reason));
    }
    return new WorkReport(work.claimed, work.applied, work.failed, work.dead, overdue);
  }

  public long purge(int maxMarkersPerBatch, int maxBatches) {
    long purged = 0;
    for (int batch = 0; batch < maxBatches; batch++) {
      int removed = parts.store().purgeBatch(maxMarkersPerBatch);
      parts.notifier().purged(removed);
      purged += removed;
      if (removed < maxMarkersPerBatch) {
        break;
      }
    }
    return purged;
  }
}
