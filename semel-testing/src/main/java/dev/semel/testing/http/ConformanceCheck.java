package dev.semel.testing.http;

/** A requirement on a server. Names are stable. */
public enum ConformanceCheck {
  FIRST_REQUEST_RUNS(true, "the first request succeeds, has one effect and is not marked"),
  REPLAY_IS_IDENTICAL(true, "a retry gets the same status, headers and bytes, and has no effect"),
  REPLAY_IS_MARKED(false, "a retry is marked as a replay"),
  MANY_RETRIES_HAVE_ONE_EFFECT(true, "ten retries get the same answer and have no effect"),
  BARE_AND_QUOTED_KEYS_ARE_EQUAL(false, "a key is the same with and without quotes"),
  KEYS_ARE_CASE_SENSITIVE(true, "keys that differ by case are different keys"),
  HEADER_NAME_IS_CASE_INSENSITIVE(true, "the name of the header is read in any case"),
  LONG_KEY_IS_ACCEPTED(false, "a key of 255 characters is accepted"),
  KEY_IS_ECHOED(false, "a response has the key of its request"),
  MISMATCH_IS_REFUSED(true, "a used key with another payload is refused and has no effect"),
  MISMATCH_LEAVES_STORED_ANSWER(true, "after a mismatch the first request is still replayed"),
  MISSING_KEY_IS_REFUSED(true, "a request without a key is refused and has no effect"),
  EMPTY_KEY_IS_REFUSED(true, "an empty key is refused and has no effect"),
  UNTERMINATED_KEY_IS_REFUSED(true, "a key without closing quote is refused and has no effect"),
  SEVERAL_KEYS_ARE_REFUSED(true, "several keys in one header are refused and have no effect"),
  REPEATED_HEADER_IS_REFUSED(true, "two headers with keys are refused and have no effect"),
  OVERLONG_KEY_IS_REFUSED(false, "a key of 5,000 characters is refused and has no effect"),
  REFUSALS_ARE_PROBLEMS(true, "refusals are problem documents that state their status"),
  SAFE_METHODS_IGNORE_KEYS(true, "GET is answered with a key as without one"),
  CONCURRENT_DUPLICATES_HAVE_ONE_EFFECT(
      true, "of 16 concurrent duplicates one runs; the others are replays or in progress"),
  DUPLICATE_IN_PROGRESS_IS_REFUSED(
      true, "a duplicate of a request at work is refused, with Retry-After in seconds"),
  ANSWER_FOLLOWS_IN_PROGRESS(true, "after in progress, a retry gets the first answer"),
  CALLERS_HAVE_THEIR_OWN_KEYS(true, "the same key of another caller is another request"),
  REJECTION_IS_REPLAYED(false, "a 4xx of the handler is replayed"),
  SERVER_ERROR_IS_NOT_STORED(false, "after a 5xx, a retry with the same key runs");

  private final boolean ofDraft;
  private final String description;

  ConformanceCheck(boolean ofDraft, String description) {
    this.ofDraft = ofDraft;
    this.description = description;
  }

  /**
   * Returns whether the requirement follows from the draft standard or from HTTP. Others are the
   * usual behaviour of large APIs, which a server may legitimately do otherwise.
   */
  public boolean isOfDraft() {
    return ofDraft;
  }

  /** Returns the requirement in words. */
  public String description() {
    return description;
  }
}
