package dev.semel.inbox;

/** The state of a message, as it stands in the database. */
public enum MessageState {
  /** Stored; to be applied when it is due. */
  WAITING,
  /** Came too early; waits for a version of its aggregate. */
  PARKED,
  /** Given up, with a reason. Waits for an operator. */
  DEAD,
  /** Its effect is committed. */
  APPLIED,
  /** Settled without an effect: an old version, or dismissed by an operator. */
  IGNORED;

  /** Whether nothing more will become of it, so that its retention runs. */
  public boolean isOver() {
    return this == APPLIED || this == IGNORED;
  }
}
