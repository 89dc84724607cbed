package dev.semel.postgres.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.Isolation;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.jdbc.GuardedTransition;
import dev.semel.jdbc.GuardedTransition.Result;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compare-and-set of a state, and what was the matter when it was not set. */
@ExtendWith(PostgresExtension.class)
class GuardedTransitionIT {
  private static final int THREADS = 50;
  private static final String READ = "SELECT state, version FROM cases WHERE id = :id";

  private static final GuardedTransition APPROVE =
      GuardedTransition.updating(
              """
              UPDATE cases SET state = 'APPROVED', version = version + 1
              WHERE id = :id AND state IN ('OPEN', 'ESCALATED')
              """)
          .reading(READ)
          .from("OPEN", "ESCALATED")
          .to("APPROVED");

  private static final GuardedTransition APPROVE_AS_SEEN =
      GuardedTransition.updating(
              """
              UPDATE cases SET state = 'APPROVED', version = version + 1
              WHERE id = :id AND state IN ('OPEN', 'ESCALATED') AND version = :expectedVersion
              """)
          .reading(READ)
          .from("OPEN", "ESCALATED")
          .to("APPROVED");

  private final PostgresDatabase database;

  GuardedTransitionIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeCases() {
    database.execute(
        """
        DROP TABLE IF EXISTS cases;
        CREATE TABLE cases (id bigint PRIMARY KEY, state text NOT NULL, version bigint NOT NULL);
        INSERT INTO cases VALUES (1, 'OPEN', 5), (2, 'APPROVED', 5), (3, 'CLOSED', 5), (4, 'ESCALATED', 5)
        """);
  }

  private Result approve(long id) throws SQLException {
    try (Connection connection = database.connect()) {
      return APPROVE.run(connection, Map.of("id", id));
    }
  }

  private Result approveAsSeen(long id, long version) throws SQLException {
    try (Connection connection = database.connect()) {
      return APPROVE_AS_SEEN.run(connection, Map.of("id", id, "expectedVersion", version));
    }
  }

  private String caseNumber(long id) {
    return database.query("SELECT state, version FROM cases WHERE id = ?", id).toString();
  }

  @Test
  void isAppliedFromAnyStateItMayStartIn() throws SQLException {
    assertThat(approve(1)).isEqualTo(new Result.Applied());
    assertThat(approve(4)).isEqualTo(new Result.Applied());
    assertThat(approve(4).isApplied()).isFalse();
    assertThat(caseNumber(1)).isEqualTo("[{state=APPROVED, version=6}]");
  }

  @Test
  void isAlreadyThereWithoutAnyChange() throws SQLException {
    assertThat(approve(2)).isEqualTo(new Result.AlreadyThere());
    assertThat(caseNumber(2)).isEqualTo("[{state=APPROVED, version=5}]");
  }

  @Test
  void isIncompatibleWithAStateItMayNotStartIn() throws SQLException {
    assertThat(approve(3)).isEqualTo(new Result.Incompatible("CLOSED"));
    assertThat(caseNumber(3)).isEqualTo("[{state=CLOSED, version=5}]");
  }

  @Test
  void isStaleWhenTheRowHasChangedSinceTheCallerLooked() throws SQLException {
    assertThat(approveAsSeen(1, 4)).isEqualTo(new Result.Stale(5));
    assertThat(caseNumber(1)).isEqualTo("[{state=OPEN, version=5}]");
    assertThat(approveAsSeen(1, 5)).isEqualTo(new Result.Applied());
  }

  @Test
  void isMissingWhenThereIsNoSuchRow() throws SQLException {
    assertThat(approve(99)).isEqualTo(new Result.Missing());
  }

  @Test
  void anUpdateThatCouldMoveSeveralRowsIsABug() throws SQLException {
    GuardedTransition careless =
        GuardedTransition.updating("UPDATE cases SET state = 'APPROVED' WHERE id < :id")
            .reading("SELECT state FROM cases WHERE id = :id")
            .from("OPEN")
            .to("APPROVED");

    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      assertThatIllegalStateException()
          .isThrownBy(() -> careless.run(connection, Map.of("id", 10L)))
          .withMessageContaining("its WHERE must name one");
    }
    assertThat(caseNumber(1)).isEqualTo("[{state=OPEN, version=5}]");
  }

  @Test
  void ofFiftyThatRaceOneIsApplied() {
    List<Result> all =
        JdbcSupport.race(
            THREADS,
            () -> {
              try {
                return approve(1);
              } catch (SQLException e) {
                throw new AssertionError(e);
              }
            });

    assertThat(all).filteredOn(Result::isApplied).hasSize(1);
    assertThat(all).filteredOn(Result.AlreadyThere.class::isInstance).hasSize(THREADS - 1);
    assertThat(caseNumber(1)).isEqualTo("[{state=APPROVED, version=6}]");
  }

  @ParameterizedTest
  @EnumSource(
      value = Isolation.class,
      names = {"READ_COMMITTED", "REPEATABLE_READ", "SERIALIZABLE"})
  void ofFiftyCommandsWithKeysOfTheirOwnOneAppliesIt(Isolation isolation) {
    Semel semel = JdbcSupport.semel(database);

    List<Outcome<String>> all =
        JdbcSupport.race(
            THREADS,
            () ->
                semel.once(
                    JdbcSupport.intent(JdbcSupport.newKey(), isolation), this::approveCaseOne));

    assertThat(all).filteredOn(o -> o.orElseThrow().equals("Applied")).hasSize(1);
    assertThat(all).filteredOn(o -> o.orElseThrow().equals("AlreadyThere")).hasSize(THREADS - 1);
    assertThat(caseNumber(1)).isEqualTo("[{state=APPROVED, version=6}]");
  }

  private String approveCaseOne(JdbcEffect effect) throws SQLException {
    return APPROVE.run(effect.connection(), Map.of("id", 1L)).getClass().getSimpleName();
  }
}
