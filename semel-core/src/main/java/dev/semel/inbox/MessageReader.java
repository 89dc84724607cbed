package dev.semel.inbox;

/**
 * Finds out which message a delivery brings: source, id, type, key, version and payload.
 * Implementations are immutable and safe for use by several threads.
 */
@FunctionalInterface
public interface MessageReader {
  /**
   * Reads a delivery.
   *
   * @throws InvalidMessageException if it does not say which message it is
   */
  Message read(Delivery delivery);
}
