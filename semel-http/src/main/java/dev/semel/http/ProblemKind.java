package dev.semel.http;

import java.util.Locale;

/**
 * The kinds of errors that the filter itself answers with, each a problem type of its own (RFC
 * 9457). None of them is ever kept as the result of a key, but for {@link #REJECTED} and {@link
 * #FAILED}, which stand for what a handler did.
 */
public enum ProblemKind {
  KEY_MISSING(400, false, "An idempotency key is required"),
  KEY_MALFORMED(400, false, "The idempotency key is malformed"),
  KEY_TOO_LONG(400, false, "The idempotency key is too long"),
  MISMATCH(422, false, "The idempotency key was used with another request"),
  IN_PROGRESS(409, true, "A request with this idempotency key is in progress"),
  OUTCOME_UNKNOWN(409, false, "The outcome of this request is unknown"),
  RESULT_UNAVAILABLE(409, false, "The request was executed and its response is not available"),
  ABANDONED(409, false, "The request was given up"),
  REJECTED(422, false, "The request was rejected"),
  FAILED(500, false, "The request failed"),
  STORE_UNAVAILABLE(503, true, "The idempotency store is unavailable"),
  STORE_MISCONFIGURED(500, false, "The idempotency store is misconfigured"),
  TRY_AGAIN(503, true, "The request could not be completed this time"),
  COMMIT_UNKNOWN(503, true, "The answer to this request is not known yet"),
  OVER_QUOTA(429, true, "Too many requests with idempotency keys"),
  BODY_TOO_LARGE(413, false, "The request body is too large"),
  FORM_MALFORMED(400, false, "The form in the request body is malformed"),
  SPOOL_FAILED(503, true, "The server could not buffer a large body"),
  BODY_CONSUMED(500, false, "The request body was read before the idempotency filter"),
  NO_CALLER(500, false, "The caller could not be determined"),
  INVALID_CALLER(500, false, "The caller is not valid"),
  ASYNC_HANDLER(500, false, "The handler answered asynchronously");

  private final int defaultStatus;
  private final boolean retryable;
  private final String title;

  ProblemKind(int defaultStatus, boolean retryable, String title) {
    this.defaultStatus = defaultStatus;
    this.retryable = retryable;
    this.title = title;
  }

  /** The stable name for machines, such as {@code in_progress}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The last part of its type URI, such as {@code in-progress}. */
  public String typeName() {
    return code().replace('_', '-');
  }

  /** The HTTP status unless {@link ProblemSettings#status} says otherwise. */
  public int defaultStatus() {
    return defaultStatus;
  }

  /** Whether sending the same request with the same key again can help. */
  public boolean isRetryable() {
    return retryable;
  }

  /** The same for every occurrence. */
  public String title() {
    return title;
  }
}
