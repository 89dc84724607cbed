package dev.semel;

import dev.semel.internal.Answers;
import dev.semel.internal.LeaseRun;
import dev.semel.spi.Classification;
import dev.semel.spi.Engine;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.Recovery;
import dev.semel.spi.State;
import dev.semel.spi.StoredAnswer;
import dev.semel.spi.StoredOutcome;
import org.jspecify.annotations.Nullable;

/**
 * An operator's decisions about work of one operation that is stale or unknown. Each names the
 * record it was made on; if that has moved on since it was seen, nothing changes and the answer is
 * false. A decision is stored with its reason and with who made it, and answers retries for as long
 * as the operation says.
 *
 * <p>Safe for use by several threads.
 *
 * @param <R> the result of the operation
 */
public final class Recoveries<R> {
  private final Engine<?> engine;
  private final Operation<?, R> operation;

  Recoveries(Engine<?> engine, Operation<?, R> operation) {
    this.engine = engine;
    this.operation = operation;
  }

  /** Nothing happened, or repeating it does no harm: the next attempt runs it. */
  public boolean markSafeToRetry(IntentRecord seen, String reason, String decidedBy) {
    return decide(seen, Classification.SAFE_TO_RETRY, reason, decidedBy, null);
  }

  /** The effect is there: retries are told that it was executed, without a result. */
  public boolean markSucceeded(IntentRecord seen, String reason, String decidedBy) {
    StoredOutcome outcome = StoredOutcome.executed(new StoredAnswer.StatusOnly());
    return decide(seen, Classification.ALREADY_SUCCEEDED, reason, decidedBy, outcome);
  }

  /** The effect is there, and this is its result. */
  public boolean markSucceeded(IntentRecord seen, R result, String reason, String decidedBy) {
    StoredOutcome outcome = Answers.keep(operation, result);
    return decide(seen, Classification.ALREADY_SUCCEEDED, reason, decidedBy, outcome);
  }

  /** Given up for good: retries get a rejection with the code {@code ABANDONED}. */
  public boolean markAbandoned(IntentRecord seen, String reason, String decidedBy) {
    StoredOutcome outcome =
        StoredOutcome.refused(State.ABANDONED, new Rejection(LeaseRun.ABANDONED_CODE, reason));
    return decide(seen, Classification.ABANDONED, reason, decidedBy, outcome);
  }

  private boolean decide(
      IntentRecord seen,
      Classification classification,
      String reason,
      String decidedBy,
      @Nullable StoredOutcome outcome) {
    if (!seen.intent().scope().operation().equals(operation.name())) {
      throw new IllegalArgumentException(
          "the record is one of operation %s, these recoveries are for %s"
              .formatted(seen.intent().scope().operation(), operation.name()));
    }
    return engine.recover(
        seen,
        new Recovery(classification, reason, decidedBy, outcome, operation.settings().retention()));
  }
}
