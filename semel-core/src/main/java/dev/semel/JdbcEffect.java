package dev.semel;

import java.sql.Connection;

/**
 * An effect on a relational database. The connection refuses commit, rollback, close and everything
 * else that would end or change the transaction behind Semel's back.
 */
public interface JdbcEffect extends Effect<Connection> {
  /** The connection of the running transaction. */
  default Connection connection() {
    return transaction();
  }

  /** An engine's effect, as a JDBC user sees it. */
  static JdbcEffect of(Effect<Connection> effect) {
    return JdbcBodies.effect(effect);
  }
}
