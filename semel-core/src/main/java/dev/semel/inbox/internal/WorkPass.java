package dev.semel.inbox.internal;

import dev.semel.IntentId;
import dev.semel.RetriesExhaustedException;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.MessageKey;
import dev.semel.inbox.WorkSettings;
import dev.semel.inbox.spi.MessageBody;
import dev.semel.inbox.spi.WorkItem;
import dev.semel.spi.StateChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One pass over kept messages: takes a batch under a lease, applies it, and notes what failed. An
 * attempt is counted when it is given out, so one whose process died is counted too. For one
 * thread.
 */
final class WorkPass<T> {
  private final InboxParts<T> parts;
  private final ConsumerSettings consumer;
  private final MessageBody<T> body;
  int claimed;
  int applied;
  int failed;
  int dead;

  WorkPass(InboxParts<T> parts, ConsumerSettings consumer, MessageBody<T> body) {
    this.parts = parts;
    this.consumer = consumer;
    this.body = body;
  }

  /**
   * Works off one batch.
   *
   * @param key only of this thing, or null for any
   */
  void run(@Nullable MessageKey key) {
    List<WorkItem> items = withoutHopeless(parts.store().claimWork(consumer, key));
    if (items.isEmpty()) {
      return;
    }
    List<Task> tasks = items.stream().map(item -> Task.kept(parts, consumer, item)).toList();
    note(items, apply(tasks));
  }

  /** An attempt that ended without a word used one up; the last of them may have killed us. */
  private List<WorkItem> withoutHopeless(List<WorkItem> items) {
    claimed += items.size();
    List<WorkItem> rest = new ArrayList<>();
    for (WorkItem item : items) {
      if (item.attempt() > consumer.work().maxAttempts()) {
        bury(item, "its last attempt ended without an answer; did the process die?");
      } else {
        rest.add(item);
      }
    }
    return rest;
  }

  private List<Consumed> apply(List<Task> tasks) {
    try {
      return new BatchRun<>(parts, consumer, body, tasks).run().outcomes();
    } catch (RuntimeException failure) {
      OneByOne.refuseUnlessTheMessages(failure);
      return tasks.size() == 1
          ? List.of(new Consumed.Failed(failure))
          : new OneByOne<>(parts, consumer, body).run(tasks).outcomes();
    }
  }

  private void note(List<WorkItem> items, List<Consumed> outcomes) {
    List<WorkItem> untried = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Consumed outcome = outcomes.get(i);
      if (outcome instanceof Consumed.Failed it) {
        fail(items.get(i), it.failure());
      } else if (outcome instanceof Consumed.HeldBack) {
        untried.add(items.get(i));
      } else {
        applied += outcome instanceof Consumed.Applied ? 1 : 0;
        dead += outcome instanceof Consumed.Dead ? 1 : 0;
      }
    }
    if (!untried.isEmpty()) {
      parts.store().giveBack(consumer.name(), untried);
    }
  }

  private void fail(WorkItem item, RuntimeException failure) {
    WorkSettings work = consumer.work();
    String reason = Reasons.of(failure);
    // While the store is away no message is at fault, and no attempt is held against it.
    if (failure instanceof RetriesExhaustedException || item.attempt() < work.maxAttempts()) {
      Duration wait = work.backoffAfter(item.attempt(), ThreadLocalRandom.current().nextDouble());
      failed++;
      if (parts.store().postpone(consumer.name(), item, wait, reason)) {
        tell(new StateChange.MessagePostponed(intentOf(item), item.attempt(), wait, reason));
      }
    } else {
      bury(item, reason);
    }
  }

  private void bury(WorkItem item, String reason) {
    dead++;
    if (parts.store().bury(consumer.name(), item, reason)) {
      tell(new StateChange.MessageDead(intentOf(item), item.attempt(), reason));
    }
  }

  private IntentId intentOf(WorkItem item) {
    return consumer.intentOf(item.message());
  }

  private void tell(StateChange change) {
    parts.notifier().tell(change);
  }
}
