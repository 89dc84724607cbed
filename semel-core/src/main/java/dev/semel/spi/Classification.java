package dev.semel.spi;

/** What was found out about work whose owner vanished. */
public enum Classification {
  /** Nothing happened, or repeating it does no harm. */
  SAFE_TO_RETRY,
  /** The business effect is there. */
  ALREADY_SUCCEEDED,
  /** Nobody can tell yet. */
  NEEDS_REVIEW,
  /** Given up for good. */
  ABANDONED
}
