package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Outcome;
import dev.semel.RetriesExhaustedException;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** 53300, and a pool that has none left: no connection now may be one in a moment. */
@ExtendWith(PostgresExtension.class)
class TooManyConnectionsIT {
  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();
  private final String role = "till_" + UUID.randomUUID().toString().replace("-", "");
  private DataSource limited;
  private Semel semel;

  TooManyConnectionsIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @BeforeEach
  void makeARoleWithOneConnection() {
    database.execute(
        """
        CREATE ROLE %1$s LOGIN CONNECTION LIMIT 1;
        GRANT USAGE ON SCHEMA semel TO %1$s;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA semel, public TO %1$s
        """
            .formatted(role));
    limited = database.dataSource(Map.of("user", role));
    semel = till.semel(limited);
  }

  @AfterEach
  void dropTheRole() {
    database.execute("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(role));
  }

  /** A connection that was closed counts until its backend has gone. */
  private Connection takeTheOnlyOne() {
    AtomicReference<Connection> taken = new AtomicReference<>();
    FailureSupport.await("the role's only connection is free", () -> isTaken(taken));
    return Objects.requireNonNull(taken.get());
  }

  private boolean isTaken(AtomicReference<Connection> taken) {
    try {
      taken.set(limited.getConnection());
      return true;
    } catch (SQLException e) {
      assertThat(e.getSQLState()).isEqualTo("53300");
      return false;
    }
  }

  @Test
  void itIsRetriedUntilOneIsFree() {
    Connection onlyOne = takeTheOnlyOne();
    till.changes.onRetry(() -> closeAfterThreeRetries(onlyOne));

    Outcome<String> outcome = semel.once(FailureSupport.intent(key), FailureSupport::pay);

    assertThat(till.changes.retriedCodes())
        .hasSizeGreaterThanOrEqualTo(3)
        .allMatch("53300"::equals);
    assertThat(till.changes.retriedVerdicts()).containsOnly(Verdict.RETRY);
    till.assertPaidOnce(key, outcome);
  }

  private void closeAfterThreeRetries(Connection connection) {
    if (till.changes.retriedCodes().size() == 3) {
      close(connection);
    }
  }

  @Test
  void whenNoneBecomesFreeTheCallerIsToldThatNothingWasCommitted() throws SQLException {
    var intent =
        FailureSupport.PAY
            .retrying(FailureSupport.PATIENT.attempts(4))
            .intent("acme", key, "42.00 EUR");
    try (Connection onlyOne = takeTheOnlyOne()) {
      assertThat(onlyOne.isClosed()).isFalse();
      assertThatExceptionOfType(RetriesExhaustedException.class)
          .isThrownBy(() -> semel.once(intent, FailureSupport::pay))
          .withMessageContaining("gave up after 4 attempts")
          .withMessageContaining("the server has no connection left");
    }
    assertThat(till.changes.retriedCodes()).hasSize(3);
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void aPoolWithoutAFreeConnectionIsRetriedToo() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(250);
    // The pool gives each login no more than a second then, so that the first may need another.
    config.setInitializationFailTimeout(Duration.ofMinutes(1).toMillis());
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Semel pooled = till.semel(pool);
      Connection onlyOne = pool.getConnection();
      till.changes.onRetry(() -> close(onlyOne));

      Outcome<String> outcome = pooled.once(FailureSupport.intent(key), FailureSupport::pay);

      assertThat(till.changes.retriedVerdicts()).isNotEmpty().containsOnly(Verdict.RETRY);
      till.assertPaidOnce(key, outcome);
    }
  }

  /** It says how many connections are taken, which is what an operator needs. */
  @Test
  void messageOfThePoolIsKept() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setPoolName("till-pool");
    config.setDataSource(database.dataSource());
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(250);
    config.setInitializationFailTimeout(Duration.ofMinutes(1).toMillis());
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Semel pooled = till.semel(pool);
      try (Connection onlyOne = pool.getConnection()) {
        assertThat(onlyOne.isClosed()).isFalse();
        assertThatExceptionOfType(RetriesExhaustedException.class)
            .isThrownBy(
                () ->
                    pooled.once(
                        FailureSupport.PAY
                            .retrying(RetryPolicy.never())
                            .intent("acme", key, "42.00 EUR"),
                        FailureSupport::pay))
            .withMessageContaining("no connection was available: till-pool")
            .havingCause()
            .withMessageContaining("could not get a connection: till-pool");
      }
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
