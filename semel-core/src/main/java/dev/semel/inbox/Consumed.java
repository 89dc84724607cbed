package dev.semel.inbox;

import java.time.Duration;

/** What became of a message that was delivered. Exactly one of these. */
public sealed interface Consumed {
  /** It was applied now: marker, effect, audit and events are committed. */
  record Applied() implements Consumed {}

  /** It was delivered before and is taken care of. Nothing was done. */
  record Duplicate() implements Consumed {}

  /** The version guard has seen this version, or a later one. Only its marker was kept. */
  record Ignored(long lastVersion) implements Consumed {}

  /** It came too early and is kept until the missing version has been applied. */
  record Parked(long missingVersion) implements Consumed {}

  /** The id is known with another payload. Nothing was applied; it is kept for an operator. */
  record Violation() implements Consumed {}

  /** The handler refused it for good, or somebody gave it up. It is kept as a dead letter. */
  record Dead(String reason) implements Consumed {}

  /** It came too early, and the guard only reports gaps. Nothing was applied, nothing is kept. */
  record Gap(long missingVersion) implements Consumed {}

  /** Another attempt at this message is at work. */
  record InProgress(Duration retryAfter) implements Consumed {}

  /** Of a batch: applying it failed. Nothing of it is there. */
  record Failed(RuntimeException failure) implements Consumed {}

  /** Of a batch: not tried, because an earlier message of its key was not applied. */
  record HeldBack(MessageId behind) implements Consumed {}

  /**
   * Whether the broker may forget the message: it was applied, need not be, or is kept here. If
   * not, it has to be delivered again.
   */
  default boolean mayAcknowledge() {
    return this instanceof Applied
        || this instanceof Duplicate
        || this instanceof Ignored
        || this instanceof Parked
        || this instanceof Violation
        || this instanceof Dead;
  }
}
