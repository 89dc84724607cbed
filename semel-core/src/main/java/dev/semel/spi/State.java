package dev.semel.spi;

/** Where the record of an intent stands. An atomic intent has no record before it is settled. */
public enum State {
  /** Leased to an owner, or left behind by one. Never purged. */
  RUNNING,
  /** Given back by its owner with nothing done; the next attempt may run it. */
  RELEASED,
  /** An outside effect may have happened; somebody must find out. Never purged. */
  UNKNOWN,
  /** Done; answers retries. */
  EXECUTED,
  /** The business said no; answers retries. */
  REJECTED,
  /** The owner gave up for good; answers retries with its code. */
  FAILED,
  /** A probe or an operator gave up for good; answers retries with its code. */
  ABANDONED;

  /** Whether it answers retries and never changes again. */
  public boolean isSettled() {
    return this != RUNNING && this != RELEASED && this != UNKNOWN;
  }
}
