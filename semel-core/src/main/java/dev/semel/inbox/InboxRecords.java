package dev.semel.inbox;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What operators look at and decide about messages. Every list is bounded by its limit, every query
 * has its index; but none is by tenant, so that whoever lists those of one passes over the others.
 * A message is never edited. Safe for use by several threads.
 */
public interface InboxRecords {
  /** A message that is kept, or null; those applied directly leave a marker only. */
  @Nullable KeptMessage find(String consumer, MessageId id);

  /** Whether there is a marker. */
  boolean isKnown(String consumer, MessageId id);

  /** Kept messages of a state, the oldest first. */
  List<KeptMessage> list(String consumer, MessageState state, int limit);

  /** As {@link #list(String, MessageState, int)}, those of one tenant. */
  List<KeptMessage> list(String consumer, MessageState state, String tenant, int limit);

  /** How many kept messages there are of each state that is not over. */
  Map<MessageState, Long> counts(String consumer);

  /** How long the oldest message of each state that is not over has been kept. */
  Map<MessageState, Duration> ages(String consumer);

  /** Messages whose id was known with another payload, the oldest first. */
  List<ViolationRecord> violations(String consumer, int limit);

  /** The last version of an aggregate that was applied, or null. */
  @Nullable Long versionOf(String consumer, Aggregate aggregate);

  /** Lets a dead letter be worked off again. False if it is none. */
  boolean redrive(String consumer, MessageId id);

  /** As {@link #redrive}, for the dead letters of a key, in their order. */
  int redriveKey(String consumer, MessageKey key, int limit);

  /** As {@link #redrive}, for the oldest dead letters. */
  int redriveAll(String consumer, int limit);

  /**
   * Gives up a dead letter or a parked message for good; its retention begins. False if neither.
   */
  boolean dismiss(ConsumerSettings consumer, MessageId id, String reason);

  /** Forgets a violation that was looked into. False if it is not there. */
  boolean dismissViolation(String consumer, MessageId id, PayloadHash hash);

  /**
   * Takes an aggregate as if the versions before one had been applied, so that what is parked
   * behind the gap goes on. False if that version has been passed already.
   */
  boolean skipTo(String consumer, Aggregate aggregate, long nextVersion);

  /**
   * Gives kept messages of one consumer to another, in their order.
   *
   * @param limit how many at most; fewer than asked means that all were given
   * @return how many were given
   */
  int replay(ReplayRequest request, int limit);
}
