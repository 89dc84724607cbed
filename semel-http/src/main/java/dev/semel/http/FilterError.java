package dev.semel.http;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * An error that the filter answers with, for an {@link ErrorFormat}. Contains no key, no payload
 * and nothing of another caller. Immutable.
 *
 * @param kind what happened
 * @param status HTTP status of the response
 * @param code stable name for programs, such as {@code in_progress}; for a rejection the code of
 *     the business
 * @param detail what happened and what the caller can do, in English
 * @param retryAfterSeconds value of the header {@code Retry-After}; 0 if there is none
 * @param type type URI of the problem
 * @param docs page that explains keys to callers; null if there is none
 */
public record FilterError(
    ProblemKind kind,
    int status,
    String code,
    String detail,
    long retryAfterSeconds,
    String type,
    @Nullable URI docs) {

  /** Returns the summary, which is the same for every error of this kind. */
  public String title() {
    return kind.title();
  }

  /** Returns whether sending the same request with the same key again can help. */
  public boolean isRetryable() {
    return kind.isRetryable();
  }
}
