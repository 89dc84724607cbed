package dev.semel.demo.storm;

/** How far a storm has got. */
public enum StormState {
  /** Clients send, and things break. */
  RUNNING,
  /** Nothing breaks any more; whoever was not answered asks again. */
  SETTLING,
  /** The database is asked. */
  CHECKING,
  /** It ran to its end. */
  DONE,
  /** It was stopped before its end. */
  STOPPED,
  /** It could not go on; the error says why. */
  FAILED;

  boolean isOver() {
    return this == DONE || this == STOPPED || this == FAILED;
  }
}
