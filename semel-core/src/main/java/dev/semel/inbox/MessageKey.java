package dev.semel.inbox;

import org.jspecify.annotations.Nullable;

/**
 * What order is kept within. Keys are a tenant's own, so that no tenant waits for another's
 * message.
 *
 * @param tenant whose it is
 * @param key which thing
 */
public record MessageKey(String tenant, String key) {
  /** The key of a message as a consumer takes it; null where there is no order. */
  public static @Nullable MessageKey of(ConsumerSettings consumer, Message message) {
    String key = message.key();
    return key == null ? null : new MessageKey(consumer.tenantOf(message), key);
  }
}
