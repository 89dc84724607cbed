package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * What a retry of an executed intent is told. Which of these it is, the operation's {@link Replay}
 * decided when the intent ran.
 *
 * @param <R> the result
 */
public sealed interface Answer<R> {
  /** The result itself, as it was then. */
  record Full<R>(R result) implements Answer<R> {}

  /**
   * What the result was about, looked up again now.
   *
   * @param result as it is now, or null when it no longer exists
   */
  record Referenced<R>(Reference reference, @Nullable R result) implements Answer<R> {}

  /** It was executed. There is nothing more to tell. */
  record StatusOnly<R>() implements Answer<R> {}

  /** It was executed and had a result, which was not kept. Running it again would do it twice. */
  record NotKept<R>(String reason) implements Answer<R> {}
}
