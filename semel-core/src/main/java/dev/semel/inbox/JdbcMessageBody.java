package dev.semel.inbox;

import dev.semel.Effect;
import dev.semel.EffectFailedException;
import dev.semel.JdbcEffect;
import dev.semel.inbox.spi.MessageBody;
import java.sql.Connection;
import java.sql.SQLException;

/** Fits the JDBC user's handler to the engine, which knows no JDBC. */
record JdbcMessageBody(MessageHandler handler) implements MessageBody<Connection> {
  @Override
  public void apply(Message message, Effect<Connection> effect) {
    try {
      handler.apply(message, JdbcEffect.of(effect));
    } catch (SQLException e) {
      throw failed(message, e);
    }
  }

  @Override
  public long rebuild(Message message, Effect<Connection> effect) {
    try {
      return handler.rebuild(message, JdbcEffect.of(effect));
    } catch (SQLException e) {
      throw failed(message, e);
    }
  }

  private static EffectFailedException failed(Message message, SQLException e) {
    return new EffectFailedException(
        "message %s: the handler's SQL failed (SQLSTATE %s); it was rolled back and no marker is stored"
            .formatted(message.id(), e.getSQLState()),
        e);
  }
}
