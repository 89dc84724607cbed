package dev.semel.http;

/**
 * What it means that the handler of a leased route answered with a server error, threw, or ran into
 * a timeout. Whether its effect happened, only its author can say.
 */
public enum OnFailure {
  /** It is the answer: kept and replayed. The command runs at most once. */
  STORE,
  /** Nothing happened, or repeating it does no harm. A retry runs it: at least once. */
  RELEASE,
  /** Nobody can tell. Retries are told so, and nobody runs it until an operator has decided. */
  UNKNOWN
}
