package dev.semel.postgres;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGStatement;

/**
 * Several statements sent in one flight. The driver splits them and sends them together; the server
 * runs them in order and skips the rest after the first error, so that a COMMIT at the end is
 * reached only if everything before it succeeded.
 */
final class PostgresFlight {
  private PostgresFlight() {}

  /**
   * Keeps a flight with a query in one piece. Once the server has prepared a query whose rows may
   * be large, the driver waits for the answers to what it sent before; it does not as long as
   * nothing is prepared.
   */
  static void keepTogether(PreparedStatement flight) throws SQLException {
    flight.unwrap(PGStatement.class).setPrepareThreshold(0);
  }

  /** Runs a flight and returns the row of its only query. */
  static ResultSet rowOf(PreparedStatement flight) throws SQLException {
    ResultSet row = rowsOf(flight);
    if (!row.next()) {
      throw new SQLException("a claim always has one row");
    }
    return row;
  }

  /** Runs a flight and returns the rows of its only query. */
  static ResultSet rowsOf(PreparedStatement flight) throws SQLException {
    boolean isQuery = flight.execute();
    while (!isQuery && flight.getUpdateCount() >= 0) {
      isQuery = flight.getMoreResults();
    }
    ResultSet rows = flight.getResultSet();
    if (rows == null) {
      throw new SQLException("a claim always has a query");
    }
    return rows;
  }

  /** Runs a flight and returns how many rows each statement changed. */
  static List<Integer> countsOf(PreparedStatement flight) throws SQLException {
    List<Integer> counts = new ArrayList<>();
    flight.execute();
    int count = flight.getUpdateCount();
    while (count >= 0) {
      counts.add(count);
      flight.getMoreResults();
      count = flight.getUpdateCount();
    }
    return counts;
  }
}
