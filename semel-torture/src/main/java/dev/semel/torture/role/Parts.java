package dev.semel.torture.role;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.RelaySettings;
import dev.semel.torture.bank.Bank;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What several roles are made of. */
public final class Parts {
  /** Who publishes, in the table of relays. */
  public static final String RELAY = "bank";

  /** Who decides about cheques, in the table of recoveries. */
  public static final String JANITOR = "janitor";

  /** Where account events go. */
  public static final String TOPIC = "bank." + Bank.AGGREGATE_TYPE;

  public static final String TOPIC_PREFIX = "bank.";
  public static final String SOURCE = "/bank";

  /** How long a lease of a node, a relay or a worker outlives its owner. */
  public static final Duration LEASE = Duration.ofSeconds(3);

  private static final int CONNECT_SECONDS = 2;
  private static final int ANSWER_SECONDS = 10;
  private static final long POOL_WAIT_MILLIS = 2_000;

  private Parts() {}

  /** A pool that gives up on a server that is silent. */
  static HikariDataSource pool(RoleSettings settings, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(settings.jdbcUrl());
    config.addDataSourceProperty("connectTimeout", CONNECT_SECONDS);
    config.addDataSourceProperty("socketTimeout", ANSWER_SECONDS);
    config.addDataSourceProperty("ApplicationName", settings.name());
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(POOL_WAIT_MILLIS);
    config.setInitializationFailTimeout(-1);
    // Else the pool asks for it once; if that fails because the server goes away, it is of no use
    // until its process is started again.
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    return new HikariDataSource(config);
  }

  /** The store, on the database's clock, or on one that is off by so much. */
  static PostgresStore store(HikariDataSource pool, Duration clockShift) {
    PostgresStore.Builder builder = PostgresStore.builder(pool);
    if (!clockShift.isZero()) {
      builder.clock(Clock.offset(Clock.systemUTC(), clockShift));
    }
    return Patiently.make(builder::build);
  }

  static RelaySettings relaySettings() {
    return RelaySettings.standard().shards(8).lease(LEASE).deliveryTimeout(Duration.ofSeconds(12));
  }

  static void closeQuietly(@Nullable AutoCloseable part) {
    try {
      if (part != null) {
        part.close();
      }
    } catch (Exception e) {
      // The process is about to end.
    }
  }
}
