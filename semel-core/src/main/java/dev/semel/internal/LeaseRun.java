package dev.semel.internal;

import dev.semel.Intent;
import dev.semel.LeaseTerms;
import dev.semel.OperationSettings;
import dev.semel.Outcome;
import dev.semel.RecoveryProbe.Finding;
import dev.semel.Rejection;
import dev.semel.Takeover;
import dev.semel.spi.Boundary;
import dev.semel.spi.Classification;
import dev.semel.spi.Failure;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.LeaseAnswer;
import dev.semel.spi.LeaseInfo;
import dev.semel.spi.LeaseRequest;
import dev.semel.spi.LeaseResult;
import dev.semel.spi.LeaseStore;
import dev.semel.spi.LeaseToken;
import dev.semel.spi.Recovery;
import dev.semel.spi.State;
import dev.semel.spi.StateChange;
import dev.semel.spi.StoredOutcome;
import dev.semel.spi.Verdict;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@code lease}: makes the record, or finds out what the existing one allows.
 *
 * <p>Stale work is never repeated blindly. Its terms say whether it is taken over, blocked, or
 * examined by a probe; the decision is stored with its reason under the fence it was made on, so
 * that of several nodes that decide at once one is heard and the others look again.
 */
public final class LeaseRun<T, R> {
  /** What retries of abandoned work are told. */
  public static final String ABANDONED_CODE = "ABANDONED";

  private static final String BY_POLICY = "takeover policy";
  private static final String BY_PROBE = "recovery probe";

  private final EngineParts<T> parts;
  private final LeaseStore leases;
  private final Intent<R> intent;
  private final LeaseTerms<R> terms;
  private final OperationSettings settings;
  private final LeaseRequest request;
  private final Replier<R> replier;
  private final Retries retries;
  private final Turn turn;

  public LeaseRun(EngineParts<T> parts, Intent<R> intent, LeaseTerms<R> terms) {
    this.parts = parts;
    this.leases = parts.store().leases();
    this.intent = intent;
    this.terms = terms;
    this.settings = intent.operation().settings();
    UUID recordId = parts.recordIds().next();
    this.request =
        new LeaseRequest(
            recordId, intent.id(), intent.fingerprint(), ownerName(recordId), terms.length());
    this.replier = new Replier<>(parts.notifier(), intent);
    this.retries = parts.retries(intent.id(), settings.retries());
    this.turn = new Turn(settings.duplicates());
  }

  /** Differs from call to call, so that a grant whose reply was lost is recognised as one's own. */
  private String ownerName(UUID recordId) {
    return parts.node() + "#" + Long.toHexString(recordId.getLeastSignificantBits());
  }

  public LeaseResult<T, R> run() {
    while (true) {
      LeaseResult<T, R> result = tryOnceOrBackOff();
      if (result != null) {
        return result;
      }
    }
  }

  private @Nullable LeaseResult<T, R> tryOnceOrBackOff() {
    retries.begin(false);
    try {
      return tryOnce();
    } catch (RuntimeException failure) {
      Failure understood = parts.store().classify(failure);
      if (understood.verdict() == Verdict.OWN_KEY) {
        retries.outrun(understood, failure);
      } else {
        retries.backOff(understood, failure, false);
      }
      return null;
    }
  }

  private @Nullable LeaseResult<T, R> tryOnce() {
    parts.reached(Boundary.BEFORE_LEASE_CLAIM, intent.id());
    LeaseAnswer answer = leases.claim(request);
    retries.reached();
    parts.reached(Boundary.AFTER_LEASE_CLAIM, intent.id());
    if (answer instanceof LeaseAnswer.Recorded recorded) {
      return recorded(recorded.record());
    }
    return answer instanceof LeaseAnswer.Granted granted ? granted(granted) : held();
  }

  private LeaseResult<T, R> granted(LeaseAnswer.Granted granted) {
    parts.notifier().tell(new StateChange.LeaseGranted(intent.id(), granted.fence()));
    return new LeaseResult.Granted<>(new OwnedLease<>(parts, intent, terms.length(), granted));
  }

  private @Nullable LeaseResult<T, R> held() {
    return turn.waited() ? null : answered(replier.inProgress());
  }

  private @Nullable LeaseResult<T, R> recorded(IntentRecord record) {
    if (record.state().isSettled()
        || record.state() == State.UNKNOWN
        || !intent.matches(record.fingerprint())) {
      return answered(replier.recorded(record));
    }
    LeaseInfo lease = record.lease();
    if (lease == null) {
      return resumed(record);
    }
    if (lease.owner().equals(request.owner())) {
      return granted(new LeaseAnswer.Granted(record.recordId(), record.fence(), lease.until()));
    }
    if (lease.isStale()) {
      return stale(record);
    }
    return turn.waited() ? null : answered(replier.recorded(record));
  }

  private @Nullable LeaseResult<T, R> resumed(IntentRecord released) {
    LeaseAnswer answer = leases.resume(request, LeaseToken.of(released));
    return answer instanceof LeaseAnswer.Granted granted ? granted(granted) : null;
  }

  private @Nullable LeaseResult<T, R> stale(IntentRecord record) {
    if (terms.takeover() instanceof Takeover.Ask<R> ask) {
      Finding<R> finding = ask.probe().examine(record);
      recover(record, recovery(finding));
      return null;
    }
    if (terms.takeover() instanceof Takeover.TakeOver<R>) {
      recover(record, released("its lease ran out and its operation may be taken over", BY_POLICY));
      return null;
    }
    return answered(replier.unknown("its owner vanished; an operator must decide what happened"));
  }

  private void recover(IntentRecord record, Recovery recovery) {
    parts.reached(Boundary.BEFORE_RECOVERY, intent.id());
    parts.recover(record, recovery);
    parts.reached(Boundary.AFTER_RECOVERY, intent.id());
  }

  private Recovery recovery(Finding<R> finding) {
    if (finding instanceof Finding.AlreadySucceeded<R> succeeded) {
      StoredOutcome kept = Answers.keep(intent.operation(), succeeded.result());
      return decided(Classification.ALREADY_SUCCEEDED, finding, kept);
    }
    if (finding instanceof Finding.NeedsReview<R>) {
      return decided(Classification.NEEDS_REVIEW, finding, null);
    }
    if (finding instanceof Finding.Abandoned<R>) {
      Rejection no = new Rejection(ABANDONED_CODE, finding.reason());
      return decided(Classification.ABANDONED, finding, StoredOutcome.refused(State.ABANDONED, no));
    }
    return released(finding.reason(), BY_PROBE);
  }

  private Recovery decided(
      Classification classification, Finding<R> finding, @Nullable StoredOutcome outcome) {
    return new Recovery(classification, finding.reason(), BY_PROBE, outcome, settings.retention());
  }

  private Recovery released(String reason, String by) {
    return new Recovery(Classification.SAFE_TO_RETRY, reason, by, null, settings.retention());
  }

  private LeaseResult<T, R> answered(Outcome<R> outcome) {
    return new LeaseResult.Answered<>(outcome);
  }
}
