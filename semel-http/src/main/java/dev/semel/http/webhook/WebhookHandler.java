package dev.semel.http.webhook;

import dev.semel.JdbcEffect;
import java.sql.SQLException;

/**
 * What a message does. Everything it does through the effect commits together with the fact that
 * the message was applied, or not at all.
 *
 * <p>Safe for use by several threads.
 */
@FunctionalInterface
public interface WebhookHandler {
  /**
   * Applies a message in the transaction; may be run again from the start, in a new one. Be quick,
   * the sender is waiting: what takes long is published as an event, or written down as work to do.
   *
   * <p>To return is to have applied it, also by ignoring it. {@code effect.reject} says that it can
   * never be applied: that is stored, and the sender is told as the receiver is set. Any other
   * exception means not now: nothing is stored, and the sender is asked to try again.
   */
  void apply(JdbcEffect effect, WebhookMessage message) throws SQLException;
}
