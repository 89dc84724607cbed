package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Where a store gets its transactions from when a framework manages them: the framework begins and
 * ends each, and whatever it binds to the transaction takes part in it. Without one, a store takes
 * connections from its data source and ends transactions itself, which saves a round trip.
 *
 * <p>Implementations are safe for use by several threads.
 */
public interface TransactionSource {
  /**
   * Begins a transaction of its own. A caller whose thread is in a transaction already must be
   * refused: a claim in a second transaction would not commit with the effect.
   *
   * @throws dev.semel.TransactionMisuseException if there is a transaction already
   */
  Open begin() throws SQLException;

  /** A transaction under way. For one thread. */
  interface Open {
    /** The connection it works on, not in autocommit mode. */
    Connection connection();

    /** Commits and gives the connection back. What is thrown has the SQLException as a cause. */
    void commit() throws SQLException;

    /** Rolls back and gives the connection back. Does nothing once the transaction has ended. */
    void rollback() throws SQLException;
  }
}
