package dev.semel;

import dev.semel.spi.Classification;
import dev.semel.spi.Engine;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.Recovery;
import dev.semel.spi.State;
import dev.semel.spi.StoredAnswer;
import dev.semel.spi.StoredOutcome;
import org.jspecify.annotations.Nullable;

/**
 * An operator's decisions about work that is stale or unknown. Each names the fence it was made on,
 * as seen in the record; if the record has moved on since, nothing changes and the answer is false.
 * A decision is stored with its reason and with who made it.
 *
 * <p>Safe for use by several threads.
 */
public final class Recoveries {
  private static final String ABANDONED_CODE = "ABANDONED";

  private final Engine<?> engine;

  Recoveries(Engine<?> engine) {
    this.engine = engine;
  }

  /** Nothing happened, or repeating it does no harm: the next attempt runs it. */
  public boolean markSafeToRetry(IntentRecord seen, String reason, String decidedBy) {
    return decide(seen, Classification.SAFE_TO_RETRY, reason, decidedBy, null);
  }

  /** The effect is there: retries are told that it was executed, without a result. */
  public boolean markSucceeded(IntentRecord seen, String reason, String decidedBy) {
    return decide(
        seen,
        Classification.ALREADY_SUCCEEDED,
        reason,
        decidedBy,
        StoredOutcome.executed(new StoredAnswer.StatusOnly()));
  }

  /** The effect is there, and this is what retries are told. */
  public boolean markSucceeded(IntentRecord seen, Content result, String reason, String decidedBy) {
    return decide(
        seen,
        Classification.ALREADY_SUCCEEDED,
        reason,
        decidedBy,
        StoredOutcome.executed(new StoredAnswer.Full(result)));
  }

  /** Given up for good: retries get a rejection with the code {@code ABANDONED}. */
  public boolean markAbandoned(IntentRecord seen, String reason, String decidedBy) {
    return decide(
        seen,
        Classification.ABANDONED,
        reason,
        decidedBy,
        StoredOutcome.refused(State.ABANDONED, new Rejection(ABANDONED_CODE, reason)));
  }

  private boolean decide(
      IntentRecord seen,
      Classification classification,
      String reason,
      String decidedBy,
      @Nullable StoredOutcome outcome) {
    Recovery recovery =
        new Recovery(classification, reason, decidedBy, outcome, Retention.standard());
    return engine.recover(seen, recovery);
  }
}
