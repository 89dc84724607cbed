package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Outcome;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A service that starts at the very moment at which its database goes away, on HikariCP. */
@ExtendWith(PostgresExtension.class)
class PoolStartIT {
  /** What the pool asks on its first connection. */
  private static final String ASKING = "SHOW TRANSACTION ISOLATION LEVEL";

  private final FailureSupport till;
  private final String key = FailureSupport.newKey();

  PoolStartIT(PostgresDatabase database) {
    this.till = new FailureSupport(database);
  }

  @Test
  void aPoolThatIsToldItsIsolationComesBackWithTheDatabase() {
    try (FaultProxy proxy = FaultProxy.to(till.database.host(), till.database.port())) {
      HikariConfig config = lazyPool(proxy);
      config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
      config.setConnectionTimeout(30_000);
      proxy.onMessage(ASKING).cutBefore();
      try (HikariDataSource pool = new HikariDataSource(config)) {
        Outcome<String> outcome =
            till.semel(pool).once(FailureSupport.intent(key), FailureSupport::pay);

        proxy.awaitFired();
        till.assertPaidOnce(key, outcome);
      }
    }
  }

  /** Why the guide says so. If this fails, HikariCP was mended, and the advice can go. */
  @Test
  void aPoolThatIsNotToldIsOfNoUseEverAfter() {
    try (FaultProxy proxy = FaultProxy.to(till.database.host(), till.database.port())) {
      proxy.onMessage(ASKING).cutBefore();
      try (HikariDataSource pool = new HikariDataSource(lazyPool(proxy))) {
        while (proxy.connectionCount() < 3) {
          assertThatExceptionOfType(SQLException.class).isThrownBy(pool::getConnection);
        }
      }
    }
  }

  /** Connects when it is asked to, not before, and is patient with a database that is away. */
  private HikariConfig lazyPool(FaultProxy proxy) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(till.database.dataSourceVia(proxy.host(), proxy.port()));
    config.setMaximumPoolSize(1);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(250);
    config.setInitializationFailTimeout(-1);
    return config;
  }
}
