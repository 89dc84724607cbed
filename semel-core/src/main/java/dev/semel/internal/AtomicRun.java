package dev.semel.internal;

import dev.semel.Intent;
import dev.semel.OperationSettings;
import dev.semel.Outcome;
import dev.semel.spi.Attempt;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Claim;
import dev.semel.spi.Failure;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.State;
import dev.semel.spi.Verdict;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@code once}: claim, effect, settle, in one transaction, as often as it takes.
 *
 * <p><b>Why there is one effect.</b> The record is inserted by the transaction that holds the
 * effect, under a unique key, with a plain INSERT. Whatever went wrong before, stale reads,
 * colliding or missing locks, a second node, a retry of ours, two such transactions cannot both
 * commit. The loser fails as a whole, comes back here with {@link Verdict#OWN_KEY}, and is answered
 * from the winner's record.
 *
 * <p><b>Why there is one answer.</b> The outcome is in the same row. Nothing is answered from
 * anywhere else: the hint about recent intents only chooses whether to look before claiming.
 *
 * <p><b>Why a lost COMMIT is harmless.</b> Before the last flight is sent, the id of the record it
 * carries is noted. If the connection dies, we do not know whether it committed, so we ask again by
 * claiming. A record with that id is ours, and the result we still hold is what it says. If the
 * lock is held, the old transaction is still ending, and we wait for it. If the claim is granted,
 * it never committed.
 *
 * <p><b>Why nothing waits inside the database.</b> The claim never blocks. When another transaction
 * is at work, the connection goes back before we wait.
 */
public final class AtomicRun<T, R> {
  private static final Failure STILL_COMMITTING =
      new Failure(
          Verdict.RESOLVE, "", null, "the transaction whose connection was lost has not ended yet");

  private final EngineParts<T> parts;
  private final Intent<R> intent;
  private final OperationSettings settings;
  private final Flight flight;
  private final Replier<R> replier;
  private final Execution<T, R> execution;
  private final Retries retries;
  private final Turn turn;

  private boolean lookFirst;
  private @Nullable Uncertain<R> uncertain;

  /** A commit whose reply has not arrived. */
  private record Uncertain<R>(UUID recordId, Execution.Settled<R> settled) {}

  public AtomicRun(EngineParts<T> parts, Intent<R> intent, Body<T, R> body, Flight flight) {
    this.parts = parts;
    this.intent = intent;
    this.settings = intent.operation().settings();
    this.flight = flight;
    this.replier = new Replier<>(parts.notifier(), intent);
    this.execution =
        new Execution<>(
            parts, intent, body, (id, settled) -> uncertain = new Uncertain<>(id, settled));
    this.retries = parts.retries(intent.id(), settings.retries());
    this.turn = new Turn(settings.duplicates());
    this.lookFirst = parts.recents().contains(intent.id());
  }

  public Outcome<R> run() {
    while (true) {
      Outcome<R> outcome = tryOnceOrBackOff();
      if (outcome != null) {
        return outcome;
      }
    }
  }

  private @Nullable Outcome<R> tryOnceOrBackOff() {
    retries.begin(uncertain != null);
    try {
      return tryOnce();
    } catch (RuntimeException failure) {
      if (retries.gaveUp()) {
        throw failure;
      }
      Failure understood = parts.store().classify(failure);
      if (understood.verdict() == Verdict.OWN_KEY) {
        outrun(understood, failure);
      } else {
        retries.backOff(understood, failure, uncertain != null);
      }
      return null;
    }
  }

  /** One trip to the store; null means that another one is needed. */
  private @Nullable Outcome<R> tryOnce() {
    IntentRecord known = lookFirst ? find() : null;
    lookFirst = false;
    if (known != null && known.state() != State.RELEASED) {
      return recorded(known);
    }
    parts.reached(Boundary.BEFORE_CLAIM, intent.id());
    Claim claim;
    try (Attempt<T> attempt = parts.store().begin(settings.isolation())) {
      claim = claim(attempt);
      parts.reached(Boundary.AFTER_CLAIM, intent.id());
      if (claim instanceof Claim.Granted granted) {
        return granted(attempt, granted);
      }
    }
    return claim instanceof Claim.Recorded recorded ? recorded(recorded.record()) : held();
  }

  private @Nullable IntentRecord find() {
    IntentRecord known = parts.store().find(intent.id());
    retries.reached();
    return known;
  }

  private Claim claim(Attempt<T> attempt) {
    Claim claim = attempt.claim(intent.id());
    retries.reached();
    return claim;
  }

  private Outcome<R> granted(Attempt<T> attempt, Claim.Granted granted) {
    uncertain = null;
    retries.refuseIfUsedUp();
    if (granted.bound() != null && !intent.matches(granted.bound())) {
      return replier.mismatch();
    }
    flight.claimed();
    return told(execute(attempt, granted));
  }

  private Execution.Settled<R> execute(Attempt<T> attempt, Claim.Granted granted) {
    try {
      var settled = execution.run(attempt, parts.recordIds().next(), granted, retries.attempt());
      retries.reached();
      return settled;
    } catch (RuntimeException failure) {
      if (parts.store().classify(failure).verdict() != Verdict.RESOLVE) {
        uncertain = null;
      }
      throw failure;
    }
  }

  private Outcome<R> told(Execution.Settled<R> settled) {
    if (settled.stored() != null) {
      flight.land(intent.fingerprint(), settled.stored());
    }
    parts.notifier().tell(settled.change());
    return settled.outcome();
  }

  private @Nullable Outcome<R> recorded(IntentRecord record) {
    if (uncertain != null && uncertain.recordId().equals(record.recordId())) {
      return told(uncertain.settled());
    }
    if (record.outcome() != null) {
      parts.recents().settled(intent.id());
      flight.land(record.fingerprint(), record.outcome());
    }
    boolean running = record.lease() != null && !record.lease().isStale();
    if (running && intent.matches(record.fingerprint())) {
      flight.running();
      return turn.waited() ? null : replier.recorded(record);
    }
    return replier.recorded(record);
  }

  /** Another transaction is at work. It may be our own, whose connection we lost. */
  private @Nullable Outcome<R> held() {
    if (uncertain != null) {
      retries.backOff(STILL_COMMITTING, null, true);
      return null;
    }
    flight.running();
    return turn.waited() ? null : replier.inProgress();
  }

  /** Another attempt has committed its record, so that record is read next. */
  private void outrun(Failure understood, RuntimeException failure) {
    lookFirst = true;
    retries.outrun(understood, failure);
  }
}
