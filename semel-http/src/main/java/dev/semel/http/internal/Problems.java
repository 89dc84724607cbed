package dev.semel.http.internal;

import dev.semel.Scope;
import dev.semel.http.ProblemKind;
import dev.semel.http.Route;
import java.time.Duration;

/** The filter's own errors, word for word. */
final class Problems {
  private static final Duration SOON = Duration.ofSeconds(1);

  private Problems() {}

  static Problem keyMissing(String headerName) {
    return Problem.of(
        ProblemKind.KEY_MISSING,
        "This operation needs a key that names the request, in the header %s. Send a new one with each new request, and the same one when you send the same request again."
            .formatted(headerName));
  }

  static Problem keyBad(KeyHeader.Bad bad) {
    ProblemKind kind =
        bad.kind() == KeyHeader.Kind.TOO_LONG
            ? ProblemKind.KEY_TOO_LONG
            : ProblemKind.KEY_MALFORMED;
    return Problem.of(kind, bad.detail());
  }

  static Problem noCaller() {
    return Problem.of(
        ProblemKind.NO_CALLER,
        "The request was not processed, because the server could not tell whose key this is. Its"
            + " operator has to let requests log in before they come to the idempotency filter, give"
            + " it a CallerResolver that knows this caller, or allow anonymous callers (in Spring"
            + " Boot semel.http.anonymous-allowed=true).");
  }

  static Problem invalidCaller() {
    return Problem.of(
        ProblemKind.INVALID_CALLER,
        "The request was not processed, because the server gave the caller an invalid name. The"
            + " CallerResolver of the idempotency filter must return a tenant, and a principal or"
            + " null, of 1 to %d characters each; its operator finds the reason in the log."
                .formatted(Scope.MAX_PART_CHARACTERS));
  }

  static Problem formMalformed() {
    return Problem.of(
        ProblemKind.FORM_MALFORMED,
        "The form in the body of the request cannot be read. Check its encoding and send it again.");
  }

  static Problem spoolFailed() {
    return Problem.of(
            ProblemKind.SPOOL_FAILED,
            "The request could not be completed, because the server has no space for a large body."
                + " Send it again with the same key.")
        .retryAfter(SOON);
  }

  static Problem bodyConsumed() {
    return Problem.of(
        ProblemKind.BODY_CONSUMED,
        "The request was not processed, because a part of the server has read its body before the"
            + " idempotency filter. Its operator must move that part behind the filter.");
  }

  static Problem bodyTooLarge(long maxBytes) {
    return Problem.of(
        ProblemKind.BODY_TOO_LARGE,
        "The body of the request has more than the %d bytes that this operation takes."
            .formatted(maxBytes));
  }

  static Problem overQuota(Duration wait) {
    return Problem.of(
            ProblemKind.OVER_QUOTA,
            "The request was not processed, because too many requests of this caller are under way"
                + " or stored. Send it again later with the same key.")
        .retryAfter(wait);
  }

  static Problem mismatch() {
    return Problem.of(
        ProblemKind.MISMATCH,
        "This key was used with a request that differs from this one. Use a new key for a new"
            + " request, and the same request with the same key.");
  }

  static Problem inProgress(Duration wait) {
    return Problem.of(
            ProblemKind.IN_PROGRESS,
            "Another request with this key is being processed. Send the same request with the same"
                + " key again later to get its response.")
        .retryAfter(wait);
  }

  static Problem outcomeUnknown() {
    return Problem.of(
        ProblemKind.OUTCOME_UNKNOWN,
        "An earlier attempt of this request ended without telling what it did. It is not run again"
            + " until that is found out. Do not send it with a new key; ask again later with the"
            + " same one.");
  }

  static Problem resultUnavailable() {
    return Problem.of(
        ProblemKind.RESULT_UNAVAILABLE,
        "This request was processed before and is not processed again. Its response was not kept;"
            + " look the result up.");
  }

  static Problem abandoned() {
    return Problem.of(
        ProblemKind.ABANDONED,
        "This request was started, did not end, and was given up. Use a new key if it is still"
            + " wanted.");
  }

  static Problem failed() {
    return Problem.of(
        ProblemKind.FAILED,
        "This request was processed before and failed. It is not processed again with this key.");
  }

  static Problem storeUnavailable() {
    return storeUnavailable(SOON);
  }

  static Problem storeUnavailable(Duration wait) {
    return Problem.of(
            ProblemKind.STORE_UNAVAILABLE,
            "The request was not processed, because the store of idempotency keys does not answer."
                + " Send it again with the same key.")
        .retryAfter(wait);
  }

  static Problem storeMisconfigured() {
    return Problem.of(
        ProblemKind.STORE_MISCONFIGURED,
        "The request was not processed, because the store of idempotency keys is not set up"
            + " properly. Its operator has to act.");
  }

  static Problem tryAgain() {
    return Problem.of(
            ProblemKind.TRY_AGAIN,
            "The request came in the way of another one, and nothing of it was done. Send it again"
                + " with the same key.")
        .retryAfter(SOON);
  }

  static Problem commitUnknown() {
    return Problem.of(
            ProblemKind.COMMIT_UNKNOWN,
            "The request was processed, but the connection to the database was lost before it told"
                + " the outcome. Send the request again with the same key to learn it, never with a"
                + " new one.")
        .retryAfter(SOON);
  }

  static Problem asyncHandler(Route route) {
    return Problem.of(
        ProblemKind.ASYNC_HANDLER,
        "The handler of %s tried to answer asynchronously, which a transactional route cannot; nothing of the request was done. Its author has to answer on the calling thread, or to make the route leased."
            .formatted(route.operation()));
  }
}
