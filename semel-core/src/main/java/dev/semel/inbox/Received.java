package dev.semel.inbox;

/** What became of a message that was to be stored. The broker may forget it in each case. */
public enum Received {
  /** It is stored and will be worked off. */
  STORED,
  /** It was delivered before and is taken care of. */
  DUPLICATE,
  /** The id is known with another payload. It is kept for an operator and will not be applied. */
  VIOLATION
}
