package dev.semel.http.webhook;

/** What became of one delivery of a message. */
public enum WebhookResult {
  /** It was applied now. */
  APPLIED,
  /** It was applied before; nothing was done now. */
  DUPLICATE,
  /** The handler said that it can never be applied, now or to an earlier delivery. */
  REJECTED,
  /**
   * Its id was used before with another payload. Nothing was done now: either the sender counts
   * something that changes between attempts as part of the payload, or it gives ids twice.
   */
  IDENTITY_VIOLATION,
  /** Another delivery of it is being applied. The sender is asked to try again. */
  IN_PROGRESS,
  /** It was not let in. */
  REFUSED,
  /** Its body is larger than allowed. */
  TOO_LARGE,
  /** It was let in, but nobody knows whose it is. */
  NO_TENANT,
  /** The store is away or contended. The sender is asked to try again. */
  STORE_UNAVAILABLE,
  /**
   * The store went away while it committed, so it may have been applied. The sender is asked to try
   * again; its next delivery tells.
   */
  COMMIT_UNKNOWN,
  /** The handler failed. Nothing is stored, and the sender is asked to try again. */
  FAILED
}
