package dev.semel.spi;

/** What to do about a failure. */
public enum Verdict {
  /** It passes. Run the transaction again from its start. */
  RETRY,
  /** The connection is gone. If COMMIT was under way, only claiming again tells what happened. */
  RESOLVE,
  /** The record of this very intent exists: another attempt won. Claim again and replay. */
  OWN_KEY,
  /**
   * Some other unique constraint: the thing exists already if the operation says so, else a bug.
   */
  UNIQUE_KEY,
  /** It will fail the same way again. */
  FINAL,
  /** The database or the settings are wrong. An operator must act. */
  CONFIGURATION
}
