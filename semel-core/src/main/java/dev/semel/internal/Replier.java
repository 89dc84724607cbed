package dev.semel.internal;

import dev.semel.Fingerprint;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.State;
import dev.semel.spi.StateChange;
import dev.semel.spi.StoredOutcome;
import java.time.Duration;

/** Says what an attempt that runs nothing is told, and tells the listeners. */
final class Replier<R> {
  private static final Duration MIN_RETRY_AFTER = Duration.ofMillis(1);

  private final Notifier notifier;
  private final Intent<R> intent;

  Replier(Notifier notifier, Intent<R> intent) {
    this.notifier = notifier;
    this.intent = intent;
  }

  /** For a record that answers or stands in the way. */
  Outcome<R> recorded(IntentRecord record) {
    StoredOutcome outcome = record.outcome();
    if (outcome != null) {
      return settled(record.fingerprint(), outcome);
    }
    if (!intent.matches(record.fingerprint())) {
      return mismatch();
    }
    return record.state() == State.RUNNING ? running(record) : unknown(record);
  }

  private Outcome<R> running(IntentRecord record) {
    var lease = record.lease();
    if (lease == null || lease.isStale()) {
      return unknown("its owner let the lease run out; recover it before it is run again");
    }
    return inProgress(lease.remaining());
  }

  private Outcome<R> unknown(IntentRecord record) {
    String reason = record.reason();
    return unknown(reason == null ? "it waits for reconciliation" : reason);
  }

  Outcome<R> unknown(String reason) {
    notifier.tell(new StateChange.Unknown(intent.id(), reason));
    return new Outcome.Unknown<>(reason);
  }

  Outcome<R> settled(Fingerprint fingerprint, StoredOutcome stored) {
    if (!intent.matches(fingerprint)) {
      return mismatch();
    }
    Outcome<R> told = Answers.tell(intent.operation(), intent.id().scope(), stored);
    notifier.tell(new StateChange.Replayed(intent.id(), stored.state()));
    return told;
  }

  Outcome<R> mismatch() {
    notifier.tell(new StateChange.Mismatched(intent.id()));
    return new Outcome.Mismatch<>();
  }

  Outcome<R> inProgress() {
    return inProgress(intent.operation().settings().duplicates().retryAfter());
  }

  private Outcome<R> inProgress(Duration retryAfter) {
    Duration atLeast = retryAfter.compareTo(MIN_RETRY_AFTER) < 0 ? MIN_RETRY_AFTER : retryAfter;
    notifier.tell(new StateChange.InProgress(intent.id(), atLeast));
    return new Outcome.InProgress<>(atLeast);
  }
}
