package dev.semel.spring.internal.actuate;

import dev.semel.spi.IntentRecord;
import dev.semel.spi.LeaseInfo;
import dev.semel.spi.State;
import dev.semel.spi.StoredAnswer;
import dev.semel.spi.StoredOutcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What may be seen of a record: where it stands and when, never its key and never what was asked or
 * answered.
 *
 * @param intent a short digest in place of the key, as in logs
 * @param code of a business no or a failure
 * @param explanation the state in words, and what to do about it
 */
public record RecordView(
    String tenant,
    String operation,
    @Nullable String principal,
    String intent,
    State state,
    int attempts,
    Instant claimedAt,
    @Nullable Instant settledAt,
    @Nullable Instant expiresAt,
    @Nullable LeaseView lease,
    @Nullable String reason,
    @Nullable String code,
    String explanation) {

  /** Who holds it. */
  public record LeaseView(String owner, long fence, Instant until, boolean stale) {}

  static RecordView of(IntentRecord record) {
    return new RecordView(
        record.intent().scope().tenant(),
        record.intent().scope().operation(),
        record.intent().scope().principal(),
        record.intent().shortDigest(),
        record.state(),
        record.attempts(),
        record.claimedAt(),
        record.settledAt(),
        record.expiresAt(),
        lease(record.lease()),
        record.reason(),
        code(record.outcome()),
        explanation(record));
  }

  private static @Nullable LeaseView lease(@Nullable LeaseInfo lease) {
    return lease == null
        ? null
        : new LeaseView(lease.owner(), lease.fence(), lease.until(), lease.isStale());
  }

  private static @Nullable String code(@Nullable StoredOutcome outcome) {
    return outcome != null && outcome.answer() instanceof StoredAnswer.Refusal refusal
        ? refusal.rejection().code()
        : null;
  }

  private static String explanation(IntentRecord record) {
    return switch (record.state()) {
      case RUNNING -> running(record.lease());
      case RELEASED -> "given back with nothing done; the next attempt runs it";
      case UNKNOWN ->
          "an outside effect may have happened; find out, then decide with semel.recoveries(…)";
      case EXECUTED -> "done; retries are answered from the record" + kept(record.outcome());
      case REJECTED -> "the business said no; retries get the same no";
      case FAILED -> "its owner gave up for good; retries are told so";
      case ABANDONED -> "an operator or a probe gave it up; retries are told so";
    };
  }

  private static String running(@Nullable LeaseInfo lease) {
    return lease == null || lease.isStale()
        ? "its owner let the lease run out; it waits for an attempt that may take it over, or for an operator"
        : "its owner is at work; duplicates are told to come back";
  }

  private static String kept(@Nullable StoredOutcome outcome) {
    return outcome != null && outcome.answer() instanceof StoredAnswer.Tombstone tombstone
        ? ", but the result was not kept: " + tombstone.reason()
        : "";
  }
}
