package dev.semel.postgres.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.postgres.AdvisoryLock;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A lock on something that has no row. */
@ExtendWith(PostgresExtension.class)
class AdvisoryLockIT {
  private final PostgresDatabase database;
  private Connection one;
  private Connection two;

  AdvisoryLockIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void begin() throws SQLException {
    one = database.connect();
    two = database.connect();
    one.setAutoCommit(false);
    two.setAutoCommit(false);
  }

  @AfterEach
  void end() throws SQLException {
    one.close();
    two.close();
  }

  @Test
  void oneTransactionHasItAndTheOtherIsToldAtOnce() throws SQLException {
    assertThat(AdvisoryLock.tryLock(one, "settlement", "acme", "2030-01-01")).isTrue();
    assertThat(AdvisoryLock.tryLock(one, "settlement", "acme", "2030-01-01"))
        .as("its holder may ask again")
        .isTrue();
    assertThat(AdvisoryLock.tryLock(two, "settlement", "acme", "2030-01-01")).isFalse();
  }

  @Test
  void itEndsWithTheTransaction() throws SQLException {
    AdvisoryLock.lock(one, "settlement");
    one.commit();
    assertThat(AdvisoryLock.tryLock(two, "settlement")).isTrue();
    two.rollback();
    assertThat(AdvisoryLock.tryLock(one, "settlement")).isTrue();
  }

  @Test
  void partsOfANameAreKeptApart() throws SQLException {
    AdvisoryLock.lock(one, "ab", "c");

    assertThat(AdvisoryLock.tryLock(two, "a", "bc")).isTrue();
    assertThat(AdvisoryLock.tryLock(two, "abc")).isTrue();
    assertThat(AdvisoryLock.tryLock(two, "ab", "c")).isFalse();
  }

  @Test
  void waitingForItEndsWithTheLockTimeout() throws SQLException {
    AdvisoryLock.lock(one, "settlement");
    JdbcSupport.execute(two, "SET LOCAL lock_timeout = '10ms'");

    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> AdvisoryLock.lock(two, "settlement"))
        .satisfies(timeout -> assertThat(timeout.getSQLState()).isEqualTo("55P03"));
  }

  @Test
  void aConnectionInAutocommitModeIsRefused() throws SQLException {
    try (Connection autocommit = database.connect()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> AdvisoryLock.tryLock(autocommit, "settlement"))
          .withMessageContaining("the lock would end with its own statement");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> AdvisoryLock.lock(autocommit, "settlement"));
    }
  }

  /** The count is read and written without any other protection. */
  @Test
  void commandsThatTakeItDoTheirWorkOneAfterTheOther() {
    database.execute(
        "DROP TABLE IF EXISTS tally; CREATE TABLE tally (n integer); INSERT INTO tally VALUES (0)");
    Semel semel = JdbcSupport.semel(database);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger mostInside = new AtomicInteger();

    var all =
        JdbcSupport.race(
            20,
            () ->
                semel.once(
                    JdbcSupport.intent(JdbcSupport.newKey()),
                    effect -> {
                      AdvisoryLock.lock(effect.connection(), "tally");
                      mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
                      JdbcSupport.execute(effect.connection(), "UPDATE tally SET n = n + 1");
                      inside.decrementAndGet();
                      return "counted";
                    }));

    assertThat(all).allMatch(Outcome.Executed.class::isInstance);
    assertThat(mostInside).hasValue(1);
    assertThat(database.queryLong("SELECT n FROM tally")).isEqualTo(20);
  }
}
