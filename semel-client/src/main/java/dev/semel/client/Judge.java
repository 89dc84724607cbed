package dev.semel.client;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what an answer means. The rules, first match wins:
 *
 * <ol>
 *   <li>below 400: the answer
 *   <li>a should-retry hint: as it says
 *   <li>a replayed answer: the answer, since another attempt would be told the same
 *   <li>a problem that says that the outcome is unknown: not known; retried if it says so
 *   <li>409: retried if it says, by its problem or by Retry-After, that an attempt is at work
 *   <li>429: retried if it has Retry-After, or says that an attempt is at work
 *   <li>408 and 425: retried
 *   <li>any other 4xx: the answer
 *   <li>5xx: retried, unless its problem says that this is of no use
 * </ol>
 */
final class Judge {
  private static final int CONFLICT = 409;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final Set<Integer> PASSING = Set.of(408, 425);

  /**
   * Said of an attempt before it is let in, and stored by no server: they tell nothing about an
   * attempt before.
   */
  private static final Set<Integer> NOT_LET_IN =
      Set.of(401, 403, 407, 408, 419, 421, 425, 429, 431);

  private final AnswerHeaders names;
  private final boolean plainConflicts;

  Judge(AnswerHeaders names, boolean plainConflicts) {
    this.names = names;
    this.plainConflicts = plainConflicts;
  }

  /** Whether the body may hold something that the judgement needs. */
  static boolean mayNeedBody(int status, HttpHeaders headers) {
    return isError(status)
        && headers
            .firstValue("Content-Type")
            .map(type -> type.toLowerCase(Locale.ROOT).strip())
            .filter(type -> type.startsWith("application/problem+json"))
            .isPresent();
  }

  static boolean isError(int status) {
    return status >= 400;
  }

  Judgement judge(int status, HttpHeaders headers, Problem problem, Instant now) {
    boolean replayed = isTrue(headers.firstValue(names.replayed()).orElse(null));
    Duration retryAfter = isError(status) ? HttpTimes.retryAfter(headers, now) : null;
    Boolean hint = isError(status) ? hint(headers) : null;
    boolean retry =
        hint == null ? !replayed && retries(status, problem, retryAfter) : hint.booleanValue();
    Doubt doubt = doubt(status, problem, retry);
    boolean decisive = replayed || !NOT_LET_IN.contains(status);
    return new Judgement(retry, doubt, decisive, retryAfter, replayed);
  }

  private boolean retries(int status, Problem problem, @Nullable Duration retryAfter) {
    if (problem.saysOutcomeUnknown()) {
      return retryAfter != null || Boolean.TRUE.equals(problem.retryable());
    }
    if (status == CONFLICT) {
      return retriesConflict(problem, retryAfter);
    }
    if (status == TOO_MANY_REQUESTS) {
      return retryAfter != null || problem.saysInProgress();
    }
    return PASSING.contains(status) || (status >= 500 && !saysInVain(problem));
  }

  /** A conflict of the business looks the same for ever, so a 409 has to say that it passes. */
  private boolean retriesConflict(Problem problem, @Nullable Duration retryAfter) {
    boolean marked = problem.saysInProgress() || retryAfter != null || plainConflicts;
    return marked && !saysInVain(problem);
  }

  private static boolean saysInVain(Problem problem) {
    return Boolean.FALSE.equals(problem.retryable());
  }

  private static @Nullable Doubt doubt(int status, Problem problem, boolean retry) {
    if (problem.saysOutcomeUnknown()) {
      return Doubt.SERVER_UNSURE;
    }
    if (problem.saysInProgress() || (retry && status == CONFLICT)) {
      return Doubt.IN_PROGRESS;
    }
    return retry && status >= 500 ? Doubt.SERVER_ERROR : null;
  }

  private @Nullable Boolean hint(HttpHeaders headers) {
    String value =
        names.shouldRetry() == null ? null : headers.firstValue(names.shouldRetry()).orElse(null);
    if (isTrue(value)) {
      return true;
    }
    return isFalse(value) ? false : null;
  }

  /** As a word, or as a boolean of RFC 9651. */
  private static boolean isTrue(@Nullable String value) {
    return value != null && (value.strip().equalsIgnoreCase("true") || value.strip().equals("?1"));
  }

  private static boolean isFalse(@Nullable String value) {
    return value != null && (value.strip().equalsIgnoreCase("false") || value.strip().equals("?0"));
  }
}
