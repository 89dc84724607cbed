package dev.semel.http.webhook;

/** Why a request was not let in. Listeners are told; the answer is the same for all of them. */
public enum Refusal {
  /** No sender is known for this request. */
  UNKNOWN_SENDER,
  /** A header that the scheme needs is missing, or is there more than once. */
  HEADER_MISSING,
  /** The timestamp is not a number of seconds. */
  TIMESTAMP_MALFORMED,
  /** The signature is right, but was made too long ago or too far ahead. */
  TIMESTAMP_OUT_OF_TOLERANCE,
  /** No signature of the request was made with a key of the sender. */
  SIGNATURE_WRONG,
  /** The message has no id, or one that cannot be a key. */
  ID_UNUSABLE
}
