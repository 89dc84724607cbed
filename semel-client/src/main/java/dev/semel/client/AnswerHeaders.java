package dev.semel.client;

import org.jspecify.annotations.Nullable;

/**
 * The response headers that say more than the status. Immutable.
 *
 * @param replayed says {@code true} on an answer that was given before
 * @param shouldRetry says {@code true} or {@code false}, and is obeyed above all other rules. Null:
 *     it is not looked for
 */
public record AnswerHeaders(String replayed, @Nullable String shouldRetry) {
  public AnswerHeaders {
    Limits.token("the name of the replay header", replayed);
    if (shouldRetry != null) {
      Limits.token("the name of the should-retry header", shouldRetry);
    }
  }

  /** {@code Idempotent-Replayed} and {@code Idempotency-Should-Retry}. */
  public static AnswerHeaders standard() {
    return new AnswerHeaders("Idempotent-Replayed", "Idempotency-Should-Retry");
  }

  public AnswerHeaders replayed(String name) {
    return new AnswerHeaders(name, shouldRetry);
  }

  public AnswerHeaders shouldRetry(String name) {
    return new AnswerHeaders(replayed, name);
  }

  public AnswerHeaders withoutShouldRetry() {
    return new AnswerHeaders(replayed, null);
  }
}
