package dev.semel.inbox;

import dev.semel.ConfigurationException;
import dev.semel.JdbcEffect;
import java.sql.SQLException;

/**
 * What a consumer does with a message, on a relational database. It runs in the transaction that
 * holds the marker, and may be run again from the start in another one, so it must do nothing
 * outside of it. Saying no by {@code effect.reject(…)} undoes what it did and makes the message a
 * dead letter at once. Implementations are safe for use by several threads.
 */
@FunctionalInterface
public interface MessageHandler {
  void apply(Message message, JdbcEffect effect) throws SQLException;

  /**
   * Brings the aggregate of a message up to date from its source, because versions before the
   * message are missing. Called in place of {@link #apply}, only where the guard rebuilds.
   *
   * @return the version it has now
   */
  default long rebuild(Message message, JdbcEffect effect) throws SQLException {
    throw new ConfigurationException(
        "the version guard rebuilds, but the handler cannot; override MessageHandler.rebuild");
  }
}
