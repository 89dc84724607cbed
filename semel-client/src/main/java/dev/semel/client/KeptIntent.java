package dev.semel.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An intent whose attempts are remembered where they survive this process: an entry of the journal,
 * or a row in a database of yours. Safe for use by many threads.
 *
 * <p>The order of calls, for each attempt: {@link #attemptStarts} before anything is sent; then, if
 * the server says so, {@link #expires}; then {@link #attemptDidNothing}, if that is certain.
 */
public interface KeptIntent {
  ClientIntent intent();

  /** When the first attempt started that may have reached the server; null if there was none. */
  @Nullable Instant firstAttemptAt();

  /** When the server forgets the key, by its own word; null if it has said nothing. */
  @Nullable Instant expiresAt();

  /**
   * An attempt is about to be sent. On return it is remembered, whatever happens then; if it cannot
   * be, throws, and nothing is sent.
   *
   * @return a number for the attempt, for {@link #attemptDidNothing}
   */
  int attemptStarts(Instant at);

  /**
   * An attempt did not leave this machine, or the server turned it away. May be forgotten in a
   * crash: then it counts as one that may have reached the server.
   */
  void attemptDidNothing(int attempt);

  /** The server said when it forgets the key. On return it is remembered. */
  void expires(Instant at);
}
