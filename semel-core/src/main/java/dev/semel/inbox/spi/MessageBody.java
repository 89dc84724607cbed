package dev.semel.inbox.spi;

import dev.semel.Effect;
import dev.semel.inbox.Message;

/**
 * What is done with a message, for any store.
 *
 * @param <T> the store's transaction handle
 */
public interface MessageBody<T> {
  void apply(Message message, Effect<T> effect);

  /** Brings the aggregate up to date from its source; returns the version it has now. */
  long rebuild(Message message, Effect<T> effect);
}
