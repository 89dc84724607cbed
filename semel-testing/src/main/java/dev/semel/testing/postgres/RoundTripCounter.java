package dev.semel.testing.postgres;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * Counts how often clients of a database wait for it, at the driver's own sockets.
 *
 * <pre>{@code
 * RoundTripCounter counter = RoundTripCounter.on(database);
 * Connection connection = counter.dataSource().getConnection();
 * long before = counter.count();
 * service(connection).pay(17);
 * assertThat(counter.count() - before).isEqualTo(2);
 * }</pre>
 *
 * <p><b>Guarantee:</b> a round trip is counted when a client reads after it has written, and only
 * then. What it sends without waiting for an answer belongs to the next round trip, however fast
 * the server is; so the count of the same work is the same each time.
 *
 * <p><b>Threads:</b> safe for use by any number of threads.
 */
public final class RoundTripCounter {
  private final PostgresDatabase database;
  private final String id;
  private final AtomicLong roundTrips;
  private final AtomicLong connections;

  private RoundTripCounter(PostgresDatabase database) {
    this.database = database;
    this.roundTrips = new AtomicLong();
    this.connections = new AtomicLong();
    this.id = CountingSocketFactory.register(roundTrips, connections);
  }

  /** Returns a counter for the connections of its own {@link #dataSource}. */
  public static RoundTripCounter on(PostgresDatabase database) {
    return new RoundTripCounter(database);
  }

  /** Returns a data source without a pool whose connections are counted. */
  public DataSource dataSource() {
    return database.dataSource(
        Map.of("socketFactory", CountingSocketFactory.class.getName(), "socketFactoryArg", id));
  }

  /** Returns how often a connection has waited for the server, logins included. */
  public long count() {
    return roundTrips.get();
  }

  /** Returns how many connections were made. */
  public long connectionCount() {
    return connections.get();
  }
}
