package dev.semel;

import dev.semel.spi.Body;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Fits the JDBC user's command to the engine, which knows no JDBC. */
final class JdbcBodies {
  private JdbcBodies() {}

  static <R> Body<Connection, R> body(JdbcCommand<R> command) {
    return effect -> {
      try {
        return command.run(new ConnectionEffect(effect));
      } catch (SQLException e) {
        throw new EffectFailedException(
            "intent %s: the effect's SQL failed (SQLSTATE %s); it was rolled back and nothing is stored"
                .formatted(effect.intent(), e.getSQLState()),
            e);
      }
    };
  }

  static JdbcEffect effect(Effect<Connection> effect) {
    return new ConnectionEffect(effect);
  }

  /** The engine's effect, seen by a JDBC user. */
  private record ConnectionEffect(Effect<Connection> effect) implements JdbcEffect {
    @Override
    public Connection transaction() {
      return effect.transaction();
    }

    @Override
    public IntentId intent() {
      return effect.intent();
    }

    @Override
    public int attempt() {
      return effect.attempt();
    }

    @Override
    public void audit(String action, String subject, @Nullable String detail) {
      effect.audit(action, subject, detail);
    }

    @Override
    public void publish(Event event) {
      effect.publish(event);
    }
  }
}
