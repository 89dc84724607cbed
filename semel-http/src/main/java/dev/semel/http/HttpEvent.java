package dev.semel.http;

/** What became of a request, for meters. */
public enum HttpEvent {
  /** The handler ran and its response is kept. */
  EXECUTED,
  /** A kept response was given again. */
  REPLAYED,
  /** A retry was not answered, because its caller may not call the handler now. */
  REPLAY_REFUSED,
  /** The handler ran; its response was not kept and the key is free again. */
  NOT_STORED,
  /** The handler threw; nothing is kept unless its route says so. */
  HANDLER_FAILED,
  /** The handler ran; its response was too large to be kept. */
  RESPONSE_TOO_LARGE,
  /** A retry was told that the response is not available any more. */
  RESULT_UNAVAILABLE,
  /** A duplicate was told that the first attempt is still at work. */
  IN_PROGRESS,
  /** The key came with another request. */
  MISMATCH,
  /** A retry was told that nobody knows what happened. */
  OUTCOME_UNKNOWN,
  /** A retry was told that its command was given up. */
  ABANDONED,
  /** A key is required and there was none. */
  KEY_MISSING,
  /** The key was malformed or too long. */
  KEY_MALFORMED,
  /** The request's body was larger than its route allows. */
  BODY_TOO_LARGE,
  /** Something in front of the filter had read the body. A mistake in the configuration. */
  BODY_CONSUMED,
  /** A large body could not be written to its file; nothing is kept. */
  SPOOL_FAILED,
  /** The handler asked for the parameters of a form that cannot be read. */
  FORM_MALFORMED,
  /** The caller was over its quota. */
  OVER_QUOTA,
  /** The resolver named no caller, or an invalid one. A mistake in the configuration. */
  NO_CALLER,
  /** The store was away; nothing ran. */
  STORE_UNAVAILABLE,
  /** The store refuses for a reason that an operator must mend; nothing ran. */
  STORE_MISCONFIGURED,
  /** The transaction has to be run again, which is the client's to do; nothing is kept. */
  TRY_AGAIN,
  /** The connection was lost during COMMIT; a retry with the same key learns the answer. */
  COMMIT_UNKNOWN,
  /** The store was away and the route chose to run without protection. */
  FAILED_OPEN,
  /** An optional key was not given; the handler ran without protection. */
  UNPROTECTED,
  /** A handler of a transactional route tried to answer asynchronously; it was rolled back. */
  ASYNC_REFUSED,
  /** The lease was taken over while the handler ran; its response was not recorded. */
  LEASE_LOST,
  /** The handler is done, but its outcome could not be recorded yet. */
  OUTCOME_NOT_RECORDED,
  /** An outcome that could not be recorded at first was recorded later. */
  OUTCOME_RECORDED_LATE,
  /**
   * An asynchronous response ended where the filter could not see it: it lacks ASYNC dispatches.
   */
  ASYNC_NOT_SEEN
}
