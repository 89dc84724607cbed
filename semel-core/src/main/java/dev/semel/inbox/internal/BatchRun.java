package dev.semel.inbox.internal;

import dev.semel.Duplicates;
import dev.semel.RejectedException;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.spi.InboxAttempt;
import dev.semel.inbox.spi.InboxClaim;
import dev.semel.inbox.spi.InboxSettlement;
import dev.semel.inbox.spi.MessageBody;
import dev.semel.inbox.spi.SeenMessage;
import dev.semel.internal.Retries;
import dev.semel.internal.Turn;
import dev.semel.spi.Boundary;
import dev.semel.spi.Failure;
import dev.semel.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Applies a batch of messages, or a single one, in one transaction: claim all in one statement, run
 * the handler message by message, settle all in one flight with COMMIT; again if need be.
 *
 * <p><b>Why each message is applied once.</b> The markers are inserted by the transaction that
 * holds the effects, under a primary key, by a plain INSERT. Where another transaction committed
 * one of them first, all of this one fails, and the next claim finds the marker. The claim tries a
 * lock on the first message that is new, so that two deliveries of the same batch do not both work;
 * only on that one, because locks live in shared memory that all connections of the server have to
 * share. It is an optimisation. The key decides.
 *
 * <p><b>Why a lost COMMIT is no problem.</b> The id of each marker is chosen before COMMIT is sent.
 * A marker with that id is ours, whatever became of the answer.
 *
 * <p><b>Why the version guard holds.</b> The version of an aggregate is read by the claim and
 * checked by the settlement, in the statement that moves it on: if it is not what was read, the
 * transaction fails and is run again. A message is parked under the same check, so a version that
 * closes its gap at the same moment either comes first, and the parking fails, or comes later, and
 * finds what is parked.
 *
 * <p>If the handler fails, all of the transaction is undone and the failure goes on. Nothing is
 * caught to go on in the same transaction. For one thread.
 */
final class BatchRun<T> {
  private static final Failure STILL_COMMITTING =
      new Failure(
          Verdict.RESOLVE, "", null, "the transaction whose connection was lost has not ended yet");

  /**
   * What came of it.
   *
   * @param released whether parked messages were found to be held up no longer
   */
  record Result(List<Consumed> outcomes, boolean released) {}

  private final InboxParts<T> parts;
  private final ConsumerSettings consumer;
  private final MessageBody<T> body;
  private final List<Task> tasks;
  private final List<Message> messages;
  private final Retries retries;
  private final Turn turn;
  private final Map<UUID, Consumed> unanswered = new HashMap<>();
  private boolean commitUnknown;
  private long startNanos;

  BatchRun(InboxParts<T> parts, ConsumerSettings consumer, MessageBody<T> body, List<Task> tasks) {
    this.parts = parts;
    this.consumer = consumer;
    this.body = body;
    this.tasks = tasks;
    this.messages = tasks.stream().map(Task::message).toList();
    this.retries = new Retries(parts.notifier(), tasks.get(0).intent(), consumer.retries());
    this.turn = new Turn(Duplicates.waitUpTo(consumer.patience()));
  }

  Result run() {
    while (true) {
      Result result = tryOnceOrBackOff();
      if (result != null) {
        return result;
      }
    }
  }

  private @Nullable Result tryOnceOrBackOff() {
    try {
      return tryOnce();
    } catch (RuntimeException failure) {
      if (retries.gaveUp()) {
        throw failure;
      }
      Failure understood = parts.store().classify(failure);
      if (understood.verdict() == Verdict.OWN_KEY) {
        retries.outrun(understood, failure);
      } else {
        retries.backOff(understood, failure, commitUnknown);
      }
      return null;
    }
  }

  /** One transaction; null means that another one is needed. */
  private @Nullable Result tryOnce() {
    startNanos = System.nanoTime();
    reached(Boundary.BEFORE_CLAIM);
    InboxClaim claim;
    try (InboxAttempt<T> attempt = parts.store().begin(consumer.isolation())) {
      claim = attempt.claim(consumer, messages);
      reached(Boundary.AFTER_CLAIM);
      if (claim.granted()) {
        refuseIfUsedUp(claim);
        return apply(attempt, claim);
      }
    }
    return held(claim);
  }

  /** What a lost commit has done is told even if there is no attempt left to repeat it. */
  private void refuseIfUsedUp(InboxClaim claim) {
    commitUnknown = false;
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.get(i).isToBeDone(claim.seen().get(i))) {
        retries.refuseIfUsedUp();
        return;
      }
    }
  }

  /** In a caller's transaction: nothing is retried and nobody waits. */
  Result runWithin(InboxAttempt<T> attempt) {
    startNanos = System.nanoTime();
    reached(Boundary.BEFORE_CLAIM);
    InboxClaim claim = attempt.claim(consumer, messages);
    reached(Boundary.AFTER_CLAIM);
    return claim.granted() ? apply(attempt, claim) : inProgress(claim);
  }

  private Result apply(InboxAttempt<T> attempt, InboxClaim claim) {
    BatchWork<T> work =
        new BatchWork<>(consumer, body, attempt.transaction(), retries.attempt(), unanswered);
    List<Consumed> outcomes;
    try {
      outcomes = work.run(tasks, claim);
    } catch (RejectedException no) {
      attempt.undo();
      reached(Boundary.AFTER_UNDO);
      if (tasks.size() > 1) {
        throw no;
      }
      return refuse(attempt, claim.seen().get(0), no);
    }
    return settle(attempt, work.settlement(), outcomes);
  }

  /** The handler said no: the message is a dead letter, with the handler's reason. */
  private Result refuse(InboxAttempt<T> attempt, SeenMessage seen, RejectedException no) {
    String reason = "%s: %s".formatted(no.rejection().code(), no.rejection().detail());
    var dead = BatchWork.settledAs(MessageState.DEAD, tasks.get(0), seen, reason, null);
    InboxSettlement settlement =
        new InboxSettlement(
            consumer.name(),
            consumer.retention(),
            List.of(dead),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    return settle(attempt, settlement, List.of(new Consumed.Dead(reason)));
  }

  private Result settle(
      InboxAttempt<T> attempt, InboxSettlement settlement, List<Consumed> outcomes) {
    int released = 0;
    if (!settlement.isEmpty()) {
      reached(Boundary.BEFORE_SETTLE);
      expect(outcomes);
      released = commit(attempt, settlement);
      reached(Boundary.AFTER_SETTLE);
      tellOfEvents(settlement.events().size());
    }
    Duration took = Duration.ofNanos((System.nanoTime() - startNanos) / tasks.size());
    for (int i = 0; i < outcomes.size(); i++) {
      Changes.tell(parts.notifier(), tasks.get(i), outcomes.get(i), retries.attempt(), took);
    }
    return new Result(outcomes, released > 0);
  }

  /** Only what COMMIT itself met with tells about it. A later look that fails does not. */
  private int commit(InboxAttempt<T> attempt, InboxSettlement settlement) {
    try {
      int released = attempt.settle(settlement);
      commitUnknown = false;
      return released;
    } catch (RuntimeException failure) {
      commitUnknown = parts.store().classify(failure).verdict() == Verdict.RESOLVE;
      throw failure;
    }
  }

  private void tellOfEvents(int events) {
    if (events > 0) {
      parts.notifier().published(events);
    }
  }

  /** Noted before COMMIT can be sent, in case its answer never comes. */
  private void expect(List<Consumed> outcomes) {
    for (int i = 0; i < outcomes.size(); i++) {
      if (!(outcomes.get(i) instanceof Consumed.Duplicate)) {
        unanswered.put(tasks.get(i).recordId(), outcomes.get(i));
      }
    }
    commitUnknown = true;
  }

  /** Another transaction is at work. It may be our own, whose connection we lost. */
  private @Nullable Result held(InboxClaim claim) {
    if (commitUnknown) {
      retries.backOff(STILL_COMMITTING, null, true);
      return null;
    }
    return turn.waited() ? null : inProgress(claim);
  }

  /** Those that are known need not wait; violations are kept when the batch comes again. */
  private Result inProgress(InboxClaim claim) {
    List<Consumed> outcomes = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      SeenMessage.Marker marker = claim.seen().get(i).marker();
      boolean duplicate = marker != null && marker.hash().equals(messages.get(i).hash());
      outcomes.add(
          duplicate
              ? new Consumed.Duplicate()
              : new Consumed.InProgress(Duplicates.DEFAULT_RETRY_AFTER));
    }
    return new Result(outcomes, false);
  }

  private void reached(Boundary boundary) {
    parts.reached(boundary, tasks.get(0).intent());
  }
}
