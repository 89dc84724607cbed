package dev.semel.testing.crash;

/** What was wrong after a trial. */
public enum Problem {
  /** There are more rows, or more changes of rows, than after a run in which nothing went wrong. */
  HAPPENED_AGAIN,
  /** An answer was given, and there is less than after a run in which nothing went wrong. */
  NEVER_HAPPENED,
  /** Two attempts at one intent had different answers, or a later one had none. */
  OTHER_ANSWER,
  /** However often it was tried, there was no answer. */
  NO_ANSWER,
  /** A check of the business state failed. */
  CHECK_FAILED,
  /** A transaction or a lock is left that nobody will end. */
  LEFT_BEHIND
}
