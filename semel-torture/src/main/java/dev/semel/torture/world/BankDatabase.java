package dev.semel.torture.world;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** The bank's database, whatever keeps it running. Methods that change it run one at a time. */
public interface BankDatabase extends AutoCloseable {
  String NAME = "bank";
  String HOST = "127.0.0.1";

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
}
