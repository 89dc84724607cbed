package dev.semel.internal;

import dev.semel.AuditEntry;
import dev.semel.Event;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.Rejection;
import dev.semel.Rejections;
import dev.semel.spi.Attempt;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Failure;
import dev.semel.spi.Settlement;
import dev.semel.spi.State;
import dev.semel.spi.StateChange;
import dev.semel.spi.StoredOutcome;
import dev.semel.spi.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs the body of a command in an attempt that has the right to, and settles what came of it:
 * result or rejection. Shared by atomic, joined and leased runs. For one thread.
 */
final class Execution<T, R> {
  /**
   * What came of it.
   *
   * @param stored what was committed, for those who wait for it; null if nothing was
   * @param change what listeners are to be told, once it is certain
   */
  record Settled<R>(Outcome<R> outcome, @Nullable StoredOutcome stored, StateChange change) {}

  /** Told what is about to be committed, before COMMIT can be sent. */
  interface BeforeCommit<R> {
    void settling(UUID recordId, Settled<R> settled);
  }

  private final EngineParts<T> parts;
  private final Intent<R> intent;
  private final Body<T, R> body;
  private final BeforeCommit<R> beforeCommit;

  Execution(EngineParts<T> parts, Intent<R> intent, Body<T, R> body, BeforeCommit<R> beforeCommit) {
    this.parts = parts;
    this.intent = intent;
    this.body = body;
    this.beforeCommit = beforeCommit;
  }

  Settled<R> run(Attempt<T> attempt, UUID recordId, Settlement.Basis basis, int attempts) {
    long startNanos = System.nanoTime();
    RunningEffect<T> effect = new RunningEffect<>(attempt.transaction(), intent.id(), attempts);
    R result;
    try {
      result = body.run(effect);
    } catch (Throwable failure) {
      Rejection no = rejectionIn(failure);
      undo(attempt, failure, no != null);
      if (no == null) {
        throw failure;
      }
      return reject(attempt, recordId, basis, attempts, no);
    } finally {
      effect.end();
    }
    StoredOutcome stored = Answers.keep(intent.operation(), result);
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
    Settled<R> settled =
        new Settled<>(
            new Outcome.Executed<>(result),
            stored,
            new StateChange.Executed(intent.id(), attempts, took));
    try {
      settle(attempt, settled, settlement(recordId, basis, attempts, stored, effect));
      return settled;
    } catch (RuntimeException failure) {
      // A deferred constraint of the business is looked at only when the transaction commits.
      Rejection no = rejectionIn(failure);
      if (no == null) {
        throw failure;
      }
      undo(attempt, failure, true);
      return reject(attempt, recordId, basis, attempts, no);
    }
  }

  /** The rejection that a failure stands for, or null. */
  private @Nullable Rejection rejectionIn(Throwable failure) {
    if (failure instanceof RejectedException rejected) {
      return rejected.rejection();
    }
    Failure understood = parts.store().classify(failure);
    if (understood.verdict() != Verdict.UNIQUE_KEY || understood.constraint() == null) {
      return null;
    }
    String code = intent.operation().settings().alreadyExists().get(understood.constraint());
    return code == null ? null : new Rejection(code, "it exists already");
  }

  /**
   * The first failure says more than what it then did to the undoing. A rejection has to be undone.
   */
  private void undo(Attempt<T> attempt, Throwable failure, boolean rejection) {
    try {
      attempt.undo();
    } catch (RuntimeException second) {
      if (rejection) {
        throw second;
      }
      failure.addSuppressed(second);
    }
    parts.reached(Boundary.AFTER_UNDO, intent.id());
  }

  private Settled<R> reject(
      Attempt<T> attempt, UUID recordId, Settlement.Basis basis, int attempts, Rejection no) {
    boolean stored = intent.operation().settings().rejections() == Rejections.STORED;
    StoredOutcome refusal = stored ? StoredOutcome.refused(State.REJECTED, no) : null;
    Settled<R> settled =
        new Settled<>(
            new Outcome.Rejected<>(no, false),
            refusal,
            new StateChange.Rejected(intent.id(), no, stored));
    if (refusal != null) {
      settle(
          attempt, settled, settlement(recordId, basis, attempts, refusal, List.of(), List.of()));
    }
    return settled;
  }

  private void settle(Attempt<T> attempt, Settled<R> settled, Settlement settlement) {
    parts.reached(Boundary.BEFORE_SETTLE, intent.id());
    beforeCommit.settling(settlement.recordId(), settled);
    int known = attempt.settle(settlement);
    parts.recents().settled(intent.id());
    parts.reached(Boundary.AFTER_SETTLE, intent.id());
    if (known > 0) {
      parts.notifier().tell(new StateChange.EventsKnown(intent.id(), known));
    }
    int events = settlement.events().size() - known;
    if (events > 0) {
      parts.notifier().published(events);
    }
  }

  private Settlement settlement(
      UUID recordId,
      Settlement.Basis basis,
      int attempts,
      StoredOutcome stored,
      RunningEffect<T> effect) {
    return settlement(recordId, basis, attempts, stored, effect.audit(), effect.events());
  }

  private Settlement settlement(
      UUID recordId,
      Settlement.Basis basis,
      int attempts,
      StoredOutcome stored,
      List<AuditEntry> audit,
      List<Event> events) {
    return new Settlement(
        recordId,
        intent.id(),
        intent.fingerprint(),
        stored,
        intent.operation().settings().retention(),
        attempts,
        basis,
        audit,
        events);
  }
}
