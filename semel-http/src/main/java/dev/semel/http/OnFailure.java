package dev.semel.http;

/**
 * Meaning of a failure or a timeout of the handler of a leased route. Only the author of the
 * handler knows whether its effect happened.
 */
public enum OnFailure {
  /** It is the answer: kept and replayed. The command runs at most once. */
  STORE,
  /** Nothing happened, or repeating it does no harm. A retry runs it: at least once. */
  RELEASE,
  /** Nobody can tell. Retries are told so, and nobody runs it until an operator has decided. */
  UNKNOWN
}
