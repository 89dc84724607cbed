package dev.semel.testing.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * One database on a test server, with what a test needs to reach it and to count what is in it.
 *
 * <pre>{@code
 * database.execute("CREATE TABLE payments (id bigint PRIMARY KEY, amount numeric)");
 * service(database.dataSource()).pay(17);
 * assertThat(database.queryLong("SELECT count(*) FROM payments WHERE id = ?", 17)).isEqualTo(1);
 * }</pre>
 *
 * <p><b>Guarantee:</b> made by {@link PostgresServer#newDatabase}, it is nobody else's, and closing
 * it drops it.
 *
 * <p><b>Order:</b> each call of {@link #execute}, {@link #query} and {@link #queryLong} is one
 * transaction in a session of its own, so it sees what was committed before it started, and leaves
 * no setting or lock to the next.
 *
 * <p><b>Threads:</b> safe for use by any number of threads.
 */
public final class PostgresDatabase implements AutoCloseable {

  private final int port;
  private final String name;
  private final Consumer<PostgresDatabase> whenClosed;
  private final SpareConnection spare = new SpareConnection(this::connect);

  PostgresDatabase(int port, String name, Consumer<PostgresDatabase> whenClosed) {
    this.port = port;
    this.name = name;
    this.whenClosed = whenClosed;
  }

  /** Returns the server's host. */
  public String host() {
    return PostgresServer.HOST;
  }

  /** Returns the server's port. */
  public int port() {
    return port;
  }

  /** Returns the database's name. */
  public String name() {
    return name;
  }

  /** Returns the user to connect as; it owns the database and needs no password. */
  public String user() {
    return PostgresServer.SUPERUSER;
  }

  /** Returns a URL that needs no further properties. */
  public String jdbcUrl() {
    return "jdbc:postgresql://" + host() + ":" + port + "/" + name + "?user=" + user();
  }

  /** Returns a data source without a pool: each connection is a new one. */
  public DataSource dataSource() {
    return dataSource(Map.of());
  }

  /**
   * Returns a data source without a pool whose connections carry properties of the PostgreSQL
   * driver, such as {@code socketTimeout}.
   *
   * @throws IllegalArgumentException if the driver does not know a property
   */
  public DataSource dataSource(Map<String, String> driverProperties) {
    return dataSourceVia(host(), port, driverProperties);
  }

  /** Returns a data source that reaches this database by another address, such as a proxy's. */
  public DataSource dataSourceVia(String viaHost, int viaPort) {
    return dataSourceVia(viaHost, viaPort, Map.of());
  }

  /** As {@link #dataSourceVia(String, int)}, with properties of the PostgreSQL driver. */
  public DataSource dataSourceVia(
      String viaHost, int viaPort, Map<String, String> driverProperties) {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setServerNames(new String[] {viaHost});
    dataSource.setPortNumbers(new int[] {viaPort});
    dataSource.setDatabaseName(name);
    dataSource.setUser(user());
    driverProperties.forEach((property, value) -> set(dataSource, property, value));
    return dataSource;
  }

  /** Opens a new connection, which the caller closes. */
  public Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  /**
   * Runs one or more statements, separated by semicolons, as one transaction.
   *
   * @throws PostgresServerException if the server refuses them
   */
  public void execute(String sql) {
    run(
        sql,
        connection -> {
          try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
  }

  /**
   * Returns the one number that a query yields, for assertions that count rows.
   *
   * @throws PostgresServerException if the query fails or yields anything but one row with a number
   */
  public long queryLong(String sql, @Nullable Object... parameters) {
    List<Map<String, @Nullable Object>> rows = query(sql, parameters);
    if (rows.size() == 1 && rows.get(0).size() == 1) {
      Object value = rows.get(0).values().iterator().next();
      if (value instanceof Number number) {
        return number.longValue();
      }
    }
    throw new PostgresServerException("expected one row with one number, got " + rows + ": " + sql);
  }

  /**
   * Returns all rows of a query, each as column label to value in the order of the select list.
   *
   * @throws PostgresServerException if the query fails
   */
  public List<Map<String, @Nullable Object>> query(String sql, @Nullable Object... parameters) {
    return run(
        sql,
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
              statement.setObject(i + 1, parameters[i]);
            }
            return rows(statement);
          }
        });
  }

  /** Drops the database and ends its connections. Does nothing if its server is down. */
  @Override
  public void close() {
    leave();
    whenClosed.accept(this);
  }

  /**
   * Ends the connection that is kept between calls, if there is one. The next call opens another.
   */
  void leave() {
    spare.close();
  }

  @Override
  public String toString() {
    return "PostgresDatabase[" + jdbcUrl() + "]";
  }

  private <V> V run(String sql, SpareConnection.Work<V> work) {
    try {
      return spare.run(work);
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  private static List<Map<String, @Nullable Object>> rows(PreparedStatement statement)
      throws SQLException {
    try (ResultSet result = statement.executeQuery()) {
      List<Map<String, @Nullable Object>> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(row(result));
      }
      return rows;
    }
  }

  private static Map<String, @Nullable Object> row(ResultSet result) throws SQLException {
    ResultSetMetaData columns = result.getMetaData();
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      row.put(columns.getColumnLabel(i), result.getObject(i));
    }
    return row;
  }

  private static void set(PGSimpleDataSource dataSource, String property, String value) {
    try {
      dataSource.setProperty(property, value);
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "the PostgreSQL driver does not take " + property + "=" + value, e);
    }
  }

  private PostgresServerException failed(String sql, SQLException e) {
    return new PostgresServerException(
        "failed on " + name + " with SQLSTATE " + e.getSQLState() + ": " + sql, e);
  }
}
