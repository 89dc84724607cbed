package dev.semel.testing.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What counts as a wait for the server, and what does not. */
@ExtendWith(PostgresExtension.class)
class RoundTripCounterIT {
  private static final int ROWS = 2_000;

  private final RoundTripCounter counter;

  RoundTripCounterIT(PostgresDatabase database) {
    database.execute("CREATE TABLE IF NOT EXISTS payments (note text)");
    this.counter = RoundTripCounter.on(database);
  }

  @Test
  void eachStatementIsOneAndSoIsTheCommit() throws SQLException {
    try (Connection connection = counter.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      long before = counter.count();
      statement.executeUpdate("INSERT INTO payments VALUES ('one')");
      statement.executeUpdate("INSERT INTO payments VALUES ('two')");
      connection.commit();
      assertThat(counter.count() - before).isEqualTo(3);
    }
    assertThat(counter.connectionCount()).isEqualTo(1);
  }

  /** Both are larger than any buffer on the way. */
  @Test
  void aLargeRequestIsOneAndSoIsALargeAnswer() throws SQLException {
    try (Connection connection = counter.dataSource().getConnection();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO payments VALUES (?)");
        Statement select = connection.createStatement()) {
      insert.setString(1, "x".repeat(1_000_000));
      long before = counter.count();
      insert.executeUpdate();
      assertThat(counter.count() - before).isEqualTo(1);
      select
          .executeQuery("SELECT repeat('y', 1000) FROM generate_series(1, %d)".formatted(ROWS))
          .close();
      assertThat(counter.count() - before).isEqualTo(2);
    }
  }

  @Test
  void aFactoryWithoutACounterIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CountingSocketFactory("nobody's"))
        .withMessageContaining("RoundTripCounter.on");
  }
}
