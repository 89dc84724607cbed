package dev.semel.testing.net;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the two directions of one PostgreSQL connection know of each other.
 *
 * <p>Each request that asks for an answer (the login, a simple query, a sync, a function call) is
 * answered by exactly one "ready for query", in order. So the reply to a message is all that the
 * server sends between the "ready for query" of the request before it and its own, even if the
 * client sends several requests without waiting.
 */
final class Conversation {

  private long requests;
  private long answers;
  private long lostAnswer;
  private @Nullable Fault losing;
  private Runnable whenLost = () -> {};
  private final Set<Long> withoutCompletion = new HashSet<>();
  private boolean doomed;
  private boolean negotiating;
  private boolean opaque;

  /**
   * The client asked for an answer.
   *
   * @return whether this begins a round trip: the client had waited for all answers before
   */
  synchronized boolean requested() {
    boolean hadWaited = requests == answers;
    requests++;
    return hadWaited;
  }

  /** Tells whether the client has logged in, before which PostgreSQL says nothing unasked. */
  synchronized boolean hasLogin() {
    return requests > 0;
  }

  /**
   * The reply to the message that the client is about to send shall be lost.
   *
   * @param whenDone called when the server has answered
   * @return false if a reply is being lost already, and the connection about to be cut
   */
  synchronized boolean loseNextReply(Fault fault, Runnable whenDone) {
    if (losing != null) {
      return false;
    }
    losing = fault;
    doomed = true;
    whenLost = whenDone;
    lostAnswer = requests;
    return true;
  }

  /** Tells whether the connection will be cut, or is being cut, because of a reply that is lost. */
  synchronized boolean isDoomed() {
    return doomed;
  }

  /** Tells whether what the server sends now belongs to a reply that is to be lost. */
  synchronized boolean isReplyLost() {
    return losing != null && answers >= lostAnswer;
  }

  /**
   * Whatever the server completes for the message that the client is about to send is nothing that
   * the client has asked for.
   */
  synchronized void hideNextCompletion() {
    withoutCompletion.add(requests);
  }

  /** Tells whether the client is not to hear that a statement is complete. */
  synchronized boolean isCompletionHidden() {
    return withoutCompletion.contains(answers);
  }

  /** The server has answered. Returns the fault, if that was the reply to lose. */
  Optional<Fault> answered() {
    Optional<Fault> lost = countAnswer();
    if (lost.isPresent()) {
      whenLost.run();
    }
    return lost;
  }

  private synchronized Optional<Fault> countAnswer() {
    boolean lost = isReplyLost();
    withoutCompletion.remove(answers);
    answers++;
    if (!lost) {
      return Optional.empty();
    }
    Optional<Fault> fault = Optional.ofNullable(losing);
    losing = null;
    return fault;
  }

  /** The connection is over; a reply that has not come cannot be lost any more. */
  synchronized void ended() {
    if (losing != null) {
      losing.unclaim();
      losing = null;
    }
  }

  /** The client asked for encryption; the server answers with a single byte. */
  synchronized void askedForEncryption() {
    negotiating = true;
  }

  /** Tells, once, whether the server's next byte is its answer about encryption. */
  synchronized boolean takeNegotiation() {
    boolean expected = negotiating;
    negotiating = false;
    return expected;
  }

  /** From here on nothing can be understood: another protocol, or encryption. */
  synchronized void becomeOpaque() {
    opaque = true;
  }

  synchronized boolean isOpaque() {
    return opaque;
  }
}
