package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Outcome;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Failure;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Errors with which the server ends the connection, so that they prove nothing about a COMMIT. */
@ExtendWith(PostgresExtension.class)
class LostAfterErrorIT {
  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();

  LostAfterErrorIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  /** A server that panics while it writes the commit record reports the error first. */
  @Test
  void diskFullThatEndsTheConnectionIsResolved() {
    SQLException full = new SQLException("could not write to file: No space left", "53100");
    assertThat(classified(full).verdict()).isEqualTo(Verdict.CONFIGURATION);

    full.setNextException(new SQLException("an I/O error occurred", "08006"));

    assertThat(classified(full))
        .isEqualTo(
            new Failure(
                Verdict.RESOLVE,
                "53100",
                null,
                "the connection was lost: the server's disk is full"));
  }

  private Failure classified(SQLException failure) {
    return PostgresStore.on(database.dataSource()).classify(failure);
  }

  /** The deferred trigger runs at COMMIT. */
  @Test
  void backendEndedDuringCommitIsResolvedByItsRecord() {
    database.execute(
        """
        CREATE TABLE once_only (attempt int);
        CREATE FUNCTION end_backend() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM pg_terminate_backend(pg_backend_pid());
          RETURN NULL;
        END $$;
        CREATE CONSTRAINT TRIGGER end_backend AFTER INSERT ON once_only
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_backend()
        """);

    Outcome<String> outcome =
        till.semel()
            .once(
                FailureSupport.intent(key),
                effect -> {
                  if (effect.attempt() == 1) {
                    FailureSupport.execute(effect, "INSERT INTO once_only VALUES (1)");
                  }
                  return FailureSupport.pay(effect);
                });

    assertThat(till.changes.retriedVerdicts()).containsExactly(Verdict.RESOLVE);
    till.assertPaidOnce(key, outcome);
  }
}
