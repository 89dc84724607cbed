package dev.semel.spi;

import dev.semel.IntentId;
import dev.semel.Rejection;
import java.time.Duration;

/**
 * Something that became of an intent. Carries what meters and logs need; the key is in the id,
 * whose text form shows a digest of it.
 */
public sealed interface StateChange {
  /** Which intent. */
  IntentId intent();

  /** It ran and committed; in a joined transaction, it will with that. */
  record Executed(IntentId intent, int attempts, Duration took) implements StateChange {}

  /** A stored answer was given again. */
  record Replayed(IntentId intent, State state) implements StateChange {}

  /** The business said no, now. */
  record Rejected(IntentId intent, Rejection rejection, boolean stored) implements StateChange {}

  /** A duplicate was told that another attempt is at work. */
  record InProgress(IntentId intent, Duration retryAfter) implements StateChange {}

  /** The key came with another payload. */
  record Mismatched(IntentId intent) implements StateChange {}

  /** The caller was told that the outcome is unknown. */
  record Unknown(IntentId intent, String reason) implements StateChange {}

  /** The transaction failed for a reason that passes and will be run again. */
  record Retrying(IntentId intent, int failedAttempts, Failure failure, Duration backoff)
      implements StateChange {}

  /** The effect failed for good or the budget ran out; nothing is stored. */
  record Failed(IntentId intent, int attempts, Failure failure) implements StateChange {}

  /** Another attempt committed while this one ran; it was rolled back. */
  record Outrun(IntentId intent) implements StateChange {}

  /** Events whose key was published before were not published again. */
  record EventsKnown(IntentId intent, int events) implements StateChange {}

  /** A lease was granted. */
  record LeaseGranted(IntentId intent, long fence) implements StateChange {}

  /** A lease was extended. */
  record LeaseRenewed(IntentId intent, long fence) implements StateChange {}

  /** An owner found its lease gone. */
  record LeaseLost(IntentId intent, long fence) implements StateChange {}

  /** A lease was given back with nothing done. */
  record LeaseReleased(IntentId intent, long fence, String reason) implements StateChange {}

  /** Leased work was settled by its owner. */
  record LeaseSettled(IntentId intent, long fence, State state) implements StateChange {}

  /** A message came late: its version, or a later one, was applied before. */
  record MessageIgnored(IntentId intent, long lastVersion) implements StateChange {}

  /** A message came early and is kept until a version of its aggregate has been applied. */
  record MessageParked(IntentId intent, long missingVersion) implements StateChange {}

  /** A message came early and nothing was kept; it has to be delivered again. */
  record MessageGap(IntentId intent, long missingVersion) implements StateChange {}

  /** A parked message has waited longer than the consumer finds right. Told once. */
  record MessageOverdue(IntentId intent, String reason) implements StateChange {}

  /** An attempt at a kept message failed; it is tried again later. */
  record MessagePostponed(IntentId intent, int attempts, Duration backoff, String reason)
      implements StateChange {}

  /** A message was given up and is kept as a dead letter. */
  record MessageDead(IntentId intent, int attempts, String reason) implements StateChange {}

  /** Stale or unknown work was decided about; the fence is the one that took it from its owner. */
  record Recovered(IntentId intent, long fence, Classification classification, String reason)
      implements StateChange {}
}
