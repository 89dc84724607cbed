package dev.semel.inbox.spi;

import dev.semel.Isolation;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.InboxRecords;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageKey;
import dev.semel.inbox.Received;
import dev.semel.spi.Failure;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database that keeps markers and messages. It promises:
 *
 * <ul>
 *   <li>at most one marker per consumer, source and message id: a unique key is the authority;
 *   <li>what {@link InboxAttempt#settle} was given commits together or not at all;
 *   <li>a worker whose lease was taken over commits nothing;
 *   <li>messages of one key are given to one worker at a time, in the order they were stored;
 *   <li>time is the database's own.
 * </ul>
 *
 * <p>Every message it is given names its tenant. Keys and aggregates are a tenant's own.
 *
 * <p>Safe for use by several threads. Anything a method throws is understood by {@link #classify}.
 *
 * @param <T> the handle of a transaction
 */
public interface InboxStore<T> {
  /** Opens a transaction of the store's own. */
  InboxAttempt<T> begin(Isolation isolation);

  /** Works inside a transaction that the caller began and will commit. */
  InboxAttempt<T> join(T transaction);

  /** Understands what went wrong, along the whole chain of causes. */
  Failure classify(Throwable failure);

  /**
   * Keeps messages, in their order, in one transaction of its own.
   *
   * @param deadReason null to keep them waiting; given, they are dead letters
   * @return what became of each
   */
  List<Received> keep(
      ConsumerSettings consumer, List<Message> messages, @Nullable String deadReason);

  /**
   * Gives due messages to a worker until its lease ends, each with a new fence. No message is given
   * while an earlier one of its key is waiting, unless that one is given with it.
   *
   * @param key only of this thing, or null for any
   */
  List<WorkItem> claimWork(ConsumerSettings consumer, @Nullable MessageKey key);

  /** Notes that an attempt failed: again after a while. False if the lease was taken over. */
  boolean postpone(String consumer, WorkItem item, Duration wait, String reason);

  /** Notes that a message is given up. False if the lease was taken over. */
  boolean bury(String consumer, WorkItem item, String reason);

  /** Gives back what was not tried; it counts as no attempt. */
  void giveBack(String consumer, List<WorkItem> items);

  /** Parked messages that are overdue; each is returned once. */
  List<KeptMessage> reportOverdue(String consumer, int limit);

  /** What operators look at and decide. */
  InboxRecords records();

  /**
   * Removes up to so many markers whose retention has ended, with their messages, in one
   * transaction. What is waiting, parked or dead has no end of retention and is never removed.
   *
   * @return how many were removed; fewer than asked means that there is nothing more to remove now
   */
  int purgeBatch(int maxMarkers);
}
