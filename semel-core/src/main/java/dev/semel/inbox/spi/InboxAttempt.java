package dev.semel.inbox.spi;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import java.util.List;

/**
 * One transaction in which a batch of messages is applied. Claim, let the handler work on {@link
 * #transaction}, then settle or undo; at the end close. For one thread.
 *
 * @param <T> the transaction handle
 */
public interface InboxAttempt<T> extends AutoCloseable {
  /** What the handler works on. It refuses everything that would end the transaction. */
  T transaction();

  /** Looks at all messages in one statement, and never waits for another transaction. */
  InboxClaim claim(ConsumerSettings consumer, List<Message> messages);

  /**
   * Writes all of it and commits, unless the transaction is the caller's, in one round trip. The
   * whole transaction fails, and nothing is committed, with a failure classified as {@link
   * dev.semel.spi.Verdict#OWN_KEY} if a marker exists by then or a kept message was taken over, and
   * as {@link dev.semel.spi.Verdict#RETRY} if an aggregate has moved since the claim.
   *
   * @return how many parked messages are no longer held up by a gap; they are waiting now
   */
  int settle(InboxSettlement settlement);

  /** Undoes everything since the claim. */
  void undo();

  /** Gives everything back; whatever was not settled is rolled back. Never throws. */
  @Override
  void close();
}
