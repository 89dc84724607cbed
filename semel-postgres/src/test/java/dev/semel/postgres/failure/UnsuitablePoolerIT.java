package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.Semel;
import dev.semel.testing.pgbouncer.PgBouncer;
import dev.semel.testing.pgbouncer.PgBouncerExtension;
import dev.semel.testing.pgbouncer.PoolMode;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** 26000, 42P05: a pooler that does not know prepared statements shares server connections. */
@ExtendWith({PgBouncerExtension.class, PostgresExtension.class})
class UnsuitablePoolerIT {
  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();

  UnsuitablePoolerIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @Test
  void preparedStatementOfAnotherClientIsAConfigurationError() throws SQLException {
    try (PgBouncer pooler =
        PgBouncer.start(database, PoolMode.TRANSACTION, Map.of("default_pool_size", "1"))) {
      DataSource pooled = pooler.dataSource(Map.of("prepareThreshold", "1"));
      ChangingDataSource changing = new ChangingDataSource(database.dataSource());
      Semel semel = till.semel(changing);
      changing.changeTo(pooled);
      try (Connection another = pooled.getConnection();
          PreparedStatement statement = another.prepareStatement("SELECT ?::int")) {
        statement.setInt(1, 1);
        statement.execute();

        assertConfigurationError(semel);
      }
    }
    till.assertNothingStored(key);
  }

  private void assertConfigurationError(Semel semel) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> semel.once(FailureSupport.intent(key), FailureSupport::pay))
        .withMessageContaining("pooler")
        .withMessageContaining("prepareThreshold=0")
        .withMessageContaining("max_prepared_statements");
  }
}
