package dev.semel.spi;

import dev.semel.Event;
import java.util.List;
import java.util.UUID;

/**
 * Where events are written to be published. Safe for use by several threads.
 *
 * @param <T> the transaction handle
 */
public interface Outbox<T> {
  /**
   * Writes events in a transaction that the caller began and will commit. One event key is one
   * event: those that are there already are left alone.
   *
   * @param batchId from which the ids of events without a key are made
   * @return how many were there already, by their key
   * @throws dev.semel.TransactionMisuseException if there is no transaction
   */
  int publish(T transaction, String tenant, UUID batchId, List<Event> events);
}
