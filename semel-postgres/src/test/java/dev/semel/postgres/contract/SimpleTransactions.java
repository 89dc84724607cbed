package dev.semel.postgres.contract;

import dev.semel.jdbc.TransactionSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The least that a framework does: it takes a connection, and gives it back when it has ended. */
record SimpleTransactions(DataSource dataSource) implements TransactionSource {
  @Override
  public Open begin() throws SQLException {
    Connection connection = dataSource.getConnection();
    connection.setAutoCommit(false);
    return new OnConnection(connection);
  }

  private record OnConnection(Connection connection) implements Open {
    @Override
    public void commit() throws SQLException {
      try (connection) {
        connection.commit();
      }
    }

    @Override
    public void rollback() throws SQLException {
      try (connection) {
        connection.rollback();
      }
    }
  }
}
