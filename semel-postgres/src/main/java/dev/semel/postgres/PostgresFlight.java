package dev.semel.postgres;

import dev.semel.postgres.connection.PostgresDriver;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
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
   * nothing is prepared. A connection wrapper may hide the driver's statement; then the flight may
   * take another round trip.
   */
  static void keepTogether(PreparedStatement flight) throws SQLException {
    PGStatement statement = PostgresDriver.find(flight, PGStatement.class);
    if (statement != null) {
      statement.setPrepareThreshold(0);
    }
  }

  /**
   * Decides whether a flight may begin with a statement that must be the first of its transaction.
   * A driver that asks for all results in binary form describes the queries of a flight before it
   * runs the first statement; for the server, that is a query. A wrapper that hides the driver may
   * hide one of this kind.
   */
  static boolean mayBeginTransaction(Connection connection) {
    PGConnection driver = PostgresDriver.find(connection, PGConnection.class);
    return driver != null && driver.getPrepareThreshold() >= 0;
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
    return PostgresDriver.withoutAutosave(flight.getConnection(), () -> executedRows(flight));
  }

  private static ResultSet executedRows(PreparedStatement flight) throws SQLException {
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
    return PostgresDriver.withoutAutosave(flight.getConnection(), () -> executedCounts(flight));
  }

  private static List<Integer> executedCounts(PreparedStatement flight) throws SQLException {
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
