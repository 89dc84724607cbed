package dev.semel.postgres.failure;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Leads to one data source until it is told to lead to another. */
final class ChangingDataSource implements DataSource {
  private volatile DataSource current;

  ChangingDataSource(DataSource first) {
    this.current = first;
  }

  void changeTo(DataSource next) {
    current = next;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return current.getConnection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return current.getConnection(user, password);
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return current.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    current.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    current.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return current.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return current.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return current.isWrapperFor(type);
  }
}
