package dev.semel.jdbc;

/** The end of the transaction of a command. */
public enum CommandEnd {
  COMMITTED,
  ROLLED_BACK,
  /** The connection was lost while it committed. */
  UNKNOWN
}
