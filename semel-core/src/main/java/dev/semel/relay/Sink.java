package dev.semel.relay;

/**
 * Where events go: a broker, an endpoint, a table.
 *
 * <p><b>Guarantee.</b> What is settled as published has been accepted for good by whoever is behind
 * the sink. The relay hands an event over at least once; after a crash, a lost lease or a timeout
 * it hands it over again with the same id.
 *
 * <p><b>Order.</b> A batch has at most one event of each aggregate, and the next one of an
 * aggregate comes only when the one before is settled as published, so a sink may send a batch in
 * any order and all at once. A sink that {@link #keepsOrderWithinBatch} gets several events of one
 * aggregate in a batch, in order, and must publish none of them after one that it did not publish.
 *
 * <p><b>Threads.</b> {@link #publish} is called by one thread for the live stream, and beside it by
 * one for each replay that runs. It should hand over and return; deliveries are settled on any
 * thread, during the call or after it.
 */
public interface Sink extends AutoCloseable {
  /**
   * Publishes a batch and settles every delivery of it, once, whatever happens. What is not settled
   * in time counts as failed. If this throws, so do all deliveries that are not settled.
   */
  void publish(SinkBatch batch);

  /**
   * Whether events of one aggregate may come together in a batch. Say so only if a failure of one
   * can be kept from being followed by a success of the next: in a transaction, or by sending one
   * after the other.
   */
  default boolean keepsOrderWithinBatch() {
    return false;
  }

  /** Gives everything back. Called by whoever made the sink, after the relay has stopped. */
  @Override
  default void close() {}
}
