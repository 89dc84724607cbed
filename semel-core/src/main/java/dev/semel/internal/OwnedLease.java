package dev.semel.internal;

import dev.semel.Intent;
import dev.semel.IntentId;
import dev.semel.LeaseLostException;
import dev.semel.Outcome;
import dev.semel.Rejection;
import dev.semel.Rejections;
import dev.semel.spi.Attempt;
import dev.semel.spi.Body;
import dev.semel.spi.Failure;
import dev.semel.spi.HeldLease;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.LeaseAnswer;
import dev.semel.spi.LeaseToken;
import dev.semel.spi.Settlement;
import dev.semel.spi.State;
import dev.semel.spi.StateChange;
import dev.semel.spi.StoredOutcome;
import dev.semel.spi.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A granted lease. Whatever it changes, it changes only under its fence.
 *
 * <p>When the reply to a change is lost, the change is tried again. If the first try had gone
 * through, the second finds the lease gone; the record then shows whether it was we who ended it,
 * because its fence is still ours. A takeover always moves the fence on. If several tries are
 * unanswered, only the record tells which of them it was.
 */
final class OwnedLease<T, R> implements HeldLease<T, R> {
  private final EngineParts<T> parts;
  private final Intent<R> intent;
  private final Duration length;
  private final UUID recordId;
  private final long fence;
  private final LeaseToken token;
  private volatile Instant until;

  OwnedLease(EngineParts<T> parts, Intent<R> intent, Duration length, LeaseAnswer.Granted granted) {
    this.parts = parts;
    this.intent = intent;
    this.length = length;
    this.recordId = granted.recordId();
    this.fence = granted.fence();
    this.token = new LeaseToken(intent.id(), recordId, fence);
    this.until = granted.until();
  }

  @Override
  public IntentId intent() {
    return intent.id();
  }

  @Override
  public long fence() {
    return fence;
  }

  @Override
  public Instant until() {
    return until;
  }

  @Override
  public Instant heartbeat() {
    Instant renewed = retrying(() -> parts.store().leases().renew(token, length));
    if (renewed == null) {
      throw lost(null);
    }
    until = renewed;
    parts.notifier().tell(new StateChange.LeaseRenewed(intent.id(), fence));
    return renewed;
  }

  @Override
  public Outcome<R> complete(Body<T, R> body) {
    LastOutcome<R> last = new LastOutcome<>();
    Execution<T, R> execution =
        new Execution<>(parts, intent, body, (id, settled) -> last.outcome = settled.outcome());
    var settled = underFence(last, number -> executed(execution, number));
    if (settled instanceof Outcome.Rejected<R> no && isJudgedAnew()) {
      release("rejected with " + no.rejection().code() + ", to be judged anew");
      return settled;
    }
    State state = settled instanceof Outcome.Rejected ? State.REJECTED : State.EXECUTED;
    parts.notifier().tell(new StateChange.LeaseSettled(intent.id(), fence, state));
    return settled;
  }

  private boolean isJudgedAnew() {
    return intent.operation().settings().rejections() == Rejections.JUDGED_ANEW;
  }

  private Outcome<R> executed(Execution<T, R> execution, int number) {
    try (Attempt<T> attempt = parts.store().begin(intent.operation().settings().isolation())) {
      return execution.run(attempt, recordId, new Settlement.Fenced(fence), number).outcome();
    }
  }

  @Override
  public Outcome<R> reject(Rejection rejection) {
    return refuse(State.REJECTED, rejection);
  }

  @Override
  public Outcome<R> fail(Rejection rejection) {
    return refuse(State.FAILED, rejection);
  }

  private Outcome<R> refuse(State state, Rejection rejection) {
    LastOutcome<R> last = new LastOutcome<>();
    last.outcome = new Outcome.Rejected<>(rejection, false);
    Outcome<R> outcome = underFence(last, number -> refused(state, rejection, number));
    parts.notifier().tell(new StateChange.LeaseSettled(intent.id(), fence, state));
    return outcome;
  }

  private Outcome<R> refused(State state, Rejection rejection, int number) {
    Settlement settlement =
        new Settlement(
            recordId,
            intent.id(),
            intent.fingerprint(),
            StoredOutcome.refused(state, rejection),
            intent.operation().settings().retention(),
            number,
            new Settlement.Fenced(fence),
            List.of(),
            List.of());
    try (Attempt<T> attempt = parts.store().begin(intent.operation().settings().isolation())) {
      attempt.settle(settlement);
    }
    return new Outcome.Rejected<>(rejection, false);
  }

  @Override
  public void release(String reason) {
    var retention = intent.operation().settings().retention();
    changed(
        retrying(() -> parts.store().leases().release(token, reason, retention)), State.RELEASED);
    parts.notifier().tell(new StateChange.LeaseReleased(intent.id(), fence, reason));
  }

  @Override
  public Outcome<R> unknown(String reason) {
    changed(retrying(() -> parts.store().leases().markUnknown(token, reason)), State.UNKNOWN);
    return new Replier<>(parts.notifier(), intent).unknown(reason);
  }

  private void changed(@Nullable Boolean done, State state) {
    if (!Boolean.TRUE.equals(done)) {
      IntentRecord record = ownRecord(false);
      if (record == null || record.state() != state) {
        throw lost(null);
      }
    }
  }

  /** A change that may be tried again; it is told the number of the try. */
  private interface Change<R> {
    Outcome<R> run(int number);
  }

  /** What was about to be committed when the last flight was sent. */
  private static final class LastOutcome<R> {
    @Nullable Outcome<R> outcome;
  }

  private Outcome<R> underFence(LastOutcome<R> last, Change<R> change) {
    Retries retries = newRetries();
    Set<Outcome<R>> unanswered = Collections.newSetFromMap(new IdentityHashMap<>());
    while (true) {
      Outcome<R> settled = settledByUs(unanswered);
      if (settled != null) {
        return settled;
      }
      try {
        return change.run(retries.attempt());
      } catch (LeaseLostException e) {
        settled = settledByUs(unanswered);
        if (settled != null) {
          return settled;
        }
        throw lost(e);
      } catch (RuntimeException failure) {
        Failure understood = parts.store().classify(failure);
        if (understood.verdict() == Verdict.RESOLVE && last.outcome != null) {
          unanswered.add(last.outcome);
        }
        retries.backOff(understood, failure, !unanswered.isEmpty());
      }
    }
  }

  /** What an earlier try of ours has settled, though it got no answer; null if none has. */
  private @Nullable Outcome<R> settledByUs(Set<Outcome<R>> unanswered) {
    if (unanswered.isEmpty()) {
      return null;
    }
    IntentRecord record = ownRecord(true);
    if (record == null || record.outcome() == null) {
      return null;
    }
    return unanswered.size() == 1
        ? unanswered.iterator().next()
        : Answers.tell(intent.operation(), intent.id().scope(), record.outcome());
  }

  private <V> @Nullable V retrying(Supplier<@Nullable V> call) {
    return retrying(call, false);
  }

  /**
   * As often as it takes.
   *
   * @param commitUnknown whether giving up leaves a commit whose answer never came
   */
  private <V> @Nullable V retrying(Supplier<@Nullable V> call, boolean commitUnknown) {
    Retries retries = newRetries();
    while (true) {
      try {
        return call.get();
      } catch (RuntimeException failure) {
        retries.backOff(parts.store().classify(failure), failure, commitUnknown);
      }
    }
  }

  private Retries newRetries() {
    return parts.retries(intent.id(), intent.operation().settings().retries());
  }

  /** The record while it has our fence: if it left RUNNING, an earlier try of ours did it. */
  private @Nullable IntentRecord ownRecord(boolean commitUnknown) {
    IntentRecord record = retrying(() -> parts.store().records().find(intent.id()), commitUnknown);
    return record != null && record.recordId().equals(recordId) && record.fence() == fence
        ? record
        : null;
  }

  private LeaseLostException lost(@Nullable Throwable cause) {
    parts.notifier().tell(new StateChange.LeaseLost(intent.id(), fence));
    return new LeaseLostException(
        "intent %s: the lease with fence %d was taken over or settled; stop working on it"
            .formatted(intent.id(), fence),
        cause);
  }
}
