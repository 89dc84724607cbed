package dev.semel.jdbc;

/** What became of the transaction of a command. */
public enum CommandEnd {
  COMMITTED,
  ROLLED_BACK,
  /** The connection was lost while it committed. */
  UNKNOWN
}
