package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.Outcome;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Frameworks hide SQL errors inside their own; what counts is found however deep it lies. */
@ExtendWith(PostgresExtension.class)
class WrappedFailureIT {
  private static final String DEADLOCK = "DO $$ BEGIN RAISE deadlock_detected; END $$";

  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();
  private final AtomicInteger runs = new AtomicInteger();

  WrappedFailureIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @Test
  void anSqlErrorThreeExceptionsDeepIsRetriedAllTheSame() {
    Outcome<String> outcome =
        till.semel()
            .once(
                FailureSupport.intent(key),
                effect -> {
                  if (runs.incrementAndGet() == 1) {
                    throw wrappedThreeTimes(sqlErrorOf(effect.connection(), DEADLOCK));
                  }
                  return FailureSupport.pay(effect);
                });

    assertThat(runs).hasValue(2);
    assertThat(till.changes.retriedCodes()).containsExactly("40P01");
    till.assertPaidOnce(key, outcome);
  }

  private static RuntimeException wrappedThreeTimes(SQLException cause) {
    RuntimeException inner = new IllegalStateException("from the driver's template", cause);
    RuntimeException middle = new UnsupportedOperationException("from the mapper", inner);
    return new IllegalArgumentException("from the repository", middle);
  }

  @Test
  void anSqlErrorThatWasSuppressedIsFoundToo() {
    Outcome<String> outcome =
        till.semel()
            .once(
                FailureSupport.intent(key),
                effect -> {
                  if (runs.incrementAndGet() == 1) {
                    RuntimeException outer = new IllegalStateException("closing failed");
                    outer.addSuppressed(sqlErrorOf(effect.connection(), DEADLOCK));
                    throw outer;
                  }
                  return FailureSupport.pay(effect);
                });

    assertThat(till.changes.retriedCodes()).containsExactly("40P01");
    till.assertPaidOnce(key, outcome);
  }

  /** The first exception of a batch says only that the batch failed; the next one says why. */
  @Test
  void theReasonOfAFailedBatchIsFoundInTheNextException() {
    database.execute(
        """
        DROP TABLE IF EXISTS grumpy;
        CREATE TABLE grumpy (id integer);
        CREATE OR REPLACE FUNCTION grumble() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.id = 1 THEN RAISE deadlock_detected; END IF; RETURN NEW; END $$;
        CREATE TRIGGER grumble BEFORE INSERT ON grumpy FOR EACH ROW EXECUTE FUNCTION grumble()
        """);

    Outcome<String> outcome =
        till.semel()
            .once(
                FailureSupport.intent(key),
                effect -> {
                  insertBatch(effect.connection(), runs.incrementAndGet());
                  return FailureSupport.pay(effect);
                });

    assertThat(till.changes.retriedCodes()).containsExactly("40P01");
    till.assertPaidOnce(key, outcome);
  }

  private static void insertBatch(Connection connection, int run) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO grumpy VALUES (?)")) {
      for (int id = run; id < run + 3; id++) {
        insert.setInt(1, id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  @Test
  void anExceptionWithoutAnySqlErrorGoesThroughAsItIs() {
    RuntimeException bug = new IllegalStateException("a bug of the command");

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          runs.incrementAndGet();
                          FailureSupport.pay(effect);
                          throw bug;
                        }))
        .isSameAs(bug);

    assertThat(runs).hasValue(1);
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void anErrorGoesThroughAsItIsAndNothingIsStored() {
    assertThatExceptionOfType(StackOverflowError.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          FailureSupport.pay(effect);
                          throw new StackOverflowError("a bug of the command");
                        }));

    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  private static SQLException sqlErrorOf(Connection connection, String sql) {
    try {
      FailureSupport.execute(connection, sql);
    } catch (SQLException expected) {
      return expected;
    }
    throw new AssertionError("no error: " + sql);
  }
}
