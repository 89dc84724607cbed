package dev.semel.http;

/** What is kept of a response for later retries. */
public enum Keep {
  /** Status, headers and body; a retry gets the same bytes. */
  EVERYTHING,
  /**
   * Status and headers, such as the Location of what was made, but not the body. For answers that
   * hold a one-time secret.
   */
  WITHOUT_BODY,
  /**
   * Only that it was done. A retry is not run again; it is told that the response is not available.
   */
  NOTHING
}
