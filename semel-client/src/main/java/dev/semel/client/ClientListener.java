package dev.semel.client;

/**
 * Is told of every attempt and of how every call ended, for meters and logs. Called in this order,
 * on the thread that carries the call on; must be quick, and safe for use by many threads. What it
 * throws is logged and changes nothing.
 */
public interface ClientListener {
  /** An attempt ended. */
  default void onAttempt(AttemptReport attempt) {}

  /** The call ended. Not told of a call that threw. */
  default void onOutcome(ClientIntent intent, ClientOutcome<?> outcome) {}

  /** Hears nothing. */
  static ClientListener none() {
    return new ClientListener() {};
  }
}
