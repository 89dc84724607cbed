package dev.semel.torture.world;

import dev.semel.torture.bank.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** The bank's database, whatever keeps it running. Methods that change it run one at a time. */
public interface BankDatabase extends AutoCloseable {
  String NAME = "bank";
  String HOST = "127.0.0.1";
  String IDLE_LIMIT = "idle_in_transaction_session_timeout";

  /**
   * How long transactions may be open with nobody at work in them while things are broken: where a
   * line is cut in one direction, a server does not hear that its client is gone.
   */
  Duration MAX_IDLE = Duration.ofSeconds(20);

  Duration MAX_RELOAD = Duration.ofSeconds(30);

  /** Where its members listen; one, or several of which one is the primary. */
  List<Integer> ports();

  /** Kills all processes of the server that takes writes. Returns whether there was one. */
  boolean crash();

  /** Brings back what is down, and returns when writes are taken. */
  void restart();

  /** Whether all of its members run. */
  boolean isRunning();

  /** How often another member took over; null if there is none that could. */
  @Nullable Integer failovers();

  /** In a few words. */
  String words();

  @Override
  void close();

  /**
   * The address of the database, by other ports that stand for its own.
   *
   * @param ports in the order of {@link #ports()}
   */
  static String jdbcUrl(List<Integer> ports) {
    String hosts = ports.stream().map(port -> HOST + ":" + port).collect(Collectors.joining(","));
    String several = ports.size() > 1 ? "&targetServerType=primary&hostRecheckSeconds=1" : "";
    return "jdbc:postgresql://%s/%s?user=postgres%s".formatted(hosts, NAME, several);
  }

  /** Straight to the server, without a proxy and without a pool. */
  default DataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(jdbcUrl(ports()));
    return source;
  }

  default Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  /** Ends transactions in which nobody works for so long, or none if it is zero. */
  default void endIdleTransactionsAfter(Duration limit) throws SQLException {
    String wanted = Long.toString(limit.toMillis());
    try (Connection connection = connect()) {
      Sql.update(connection, "ALTER SYSTEM SET %s = %s".formatted(IDLE_LIMIT, wanted));
      Sql.query(connection, row -> row.getBoolean(1), "SELECT pg_reload_conf()");
    }
    // The server reads its settings some time after it was asked to.
    long startNanos = System.nanoTime();
    while (!wanted.equals(idleLimit())) {
      if (Thread.currentThread().isInterrupted()
          || System.nanoTime() - startNanos > MAX_RELOAD.toNanos()) {
        throw new IllegalStateException("%s stays %s".formatted(IDLE_LIMIT, idleLimit()));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  /** What new sessions go by, in milliseconds. */
  private @Nullable String idleLimit() throws SQLException {
    try (Connection connection = connect()) {
      return Sql.first(
          connection,
          row -> row.getString(1),
          "SELECT setting FROM pg_settings WHERE name = ?",
          IDLE_LIMIT);
    }
  }
}
