package dev.semel.internal;

import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.RetriesExhaustedException;
import dev.semel.spi.Attempt;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Claim;
import dev.semel.spi.StateChange;
import dev.semel.spi.Verdict;

/**
 * One call of {@code within}: claim, effect, settle, in a transaction that the caller began and
 * will commit. Nothing is retried here, because only the caller can run its transaction again;
 * nobody waits here either, because the caller holds a connection.
 *
 * <p>If the command fails, what it did is undone before the failure goes on, so that a caller who
 * commits all the same commits nothing of it.
 */
public final class JoinedRun<T, R> {
  private final EngineParts<T> parts;
  private final Intent<R> intent;
  private final Replier<R> replier;
  private final Execution<T, R> execution;

  public JoinedRun(EngineParts<T> parts, Intent<R> intent, Body<T, R> body) {
    this.parts = parts;
    this.intent = intent;
    this.replier = new Replier<>(parts.notifier(), intent);
    this.execution = new Execution<>(parts, intent, body, (id, settled) -> {});
  }

  public Outcome<R> run(T transaction) {
    parts.reached(Boundary.BEFORE_CLAIM, intent.id());
    try (Attempt<T> attempt = parts.store().join(transaction)) {
      Claim claim = attempt.claim(intent.id());
      parts.reached(Boundary.AFTER_CLAIM, intent.id());
      if (claim instanceof Claim.Granted granted) {
        return granted(attempt, granted);
      }
      return claim instanceof Claim.Recorded recorded
          ? replier.recorded(recorded.record())
          : replier.inProgress();
    }
  }

  private Outcome<R> granted(Attempt<T> attempt, Claim.Granted granted) {
    if (granted.bound() != null && !intent.matches(granted.bound())) {
      return replier.mismatch();
    }
    try {
      var settled = execution.run(attempt, parts.recordIds().next(), granted, 1);
      parts.notifier().tell(settled.change());
      return settled.outcome();
    } catch (RuntimeException failure) {
      undo(attempt, failure);
      if (parts.store().classify(failure).verdict() == Verdict.OWN_KEY) {
        return outrun(attempt, failure);
      }
      throw failure;
    }
  }

  private static void undo(Attempt<?> attempt, RuntimeException failure) {
    try {
      attempt.undo();
    } catch (RuntimeException second) {
      failure.addSuppressed(second);
      throw failure;
    }
  }

  /**
   * Another attempt committed meanwhile. Unless the transaction's snapshot is too old, we see it
   * now.
   */
  private Outcome<R> outrun(Attempt<T> attempt, RuntimeException failure) {
    parts.notifier().tell(new StateChange.Outrun(intent.id()));
    if (attempt.claim(intent.id()) instanceof Claim.Recorded recorded) {
      return replier.recorded(recorded.record());
    }
    throw new RetriesExhaustedException(
        "intent %s: another attempt committed first and this transaction's snapshot is too old to see it; roll it back and run it again"
            .formatted(intent.id()),
        failure);
  }
}
