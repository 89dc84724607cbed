package dev.semel.postgres.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.Isolation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.SemelException;
import dev.semel.jdbc.InsertOrFind;
import dev.semel.jdbc.InsertOrFind.Presence;
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

/** Business uniqueness without a race, and telling created from found. */
@ExtendWith(PostgresExtension.class)
class InsertOrFindIT {
  private static final int THREADS = 50;

  private static final InsertOrFind<Long> COMPLAINT_CASE =
      InsertOrFind.inserting(
              """
              INSERT INTO complaint_case (source, complaint, opened_by) VALUES (:source, :complaint, :officer)
              ON CONFLICT (source, complaint) DO NOTHING RETURNING id
              """)
          .finding(
              "SELECT id FROM complaint_case WHERE source = :source AND complaint = :complaint")
          .reading(row -> row.getLong(1));

  private final PostgresDatabase database;

  InsertOrFindIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void makeTable() {
    database.execute(
        """
        DROP TABLE IF EXISTS complaint_case;
        CREATE TABLE complaint_case (
          id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          source    text NOT NULL,
          complaint text NOT NULL,
          opened_by text NOT NULL,
          UNIQUE (source, complaint))
        """);
  }

  private static Presence<Long> open(Connection connection, String complaint, String officer)
      throws SQLException {
    return COMPLAINT_CASE.run(
        connection, Map.of("source", "mail", "complaint", complaint, "officer", officer));
  }

  @Test
  void theFirstCreatesAndTheNextFindsWithoutTouchingTheRow() throws SQLException {
    try (Connection connection = database.connect()) {
      Presence<Long> first = open(connection, "C-1", "ada");
      String version = versionOf("C-1");
      Presence<Long> second = open(connection, "C-1", "bob");

      assertThat(first).isEqualTo(new Presence.Created<>(first.value()));
      assertThat(second).isEqualTo(new Presence.Found<>(first.value()));
      assertThat(first.isCreated()).isTrue();
      assertThat(second.isCreated()).isFalse();
      assertThat(versionOf("C-1")).as("no update that changes nothing").isEqualTo(version);
    }
  }

  private String versionOf(String complaint) {
    return database
        .query(
            "SELECT xmin, xmax, ctid, opened_by FROM complaint_case WHERE complaint = ?", complaint)
        .toString();
  }

  @Test
  void oneThatIsBeingInsertedIsWaitedForAndFound() {
    List<Presence<Long>> all = JdbcSupport.race(THREADS, this::openInATransaction);

    assertThat(all).filteredOn(Presence::isCreated).hasSize(1);
    assertThat(all).extracting(Presence::value).containsOnly(all.get(0).value());
    assertThat(database.queryLong("SELECT count(*) FROM complaint_case")).isEqualTo(1);
  }

  private Presence<Long> openInATransaction() {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Presence<Long> presence = open(connection, "C-2", Thread.currentThread().getName());
      connection.commit();
      return presence;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Isolation.class,
      names = {"READ_COMMITTED", "REPEATABLE_READ", "SERIALIZABLE"})
  void fiftyCommandsWithKeysOfTheirOwnMakeOneRow(Isolation isolation) {
    Semel semel = JdbcSupport.semel(database);

    List<Outcome<String>> all =
        JdbcSupport.race(
            THREADS,
            () ->
                semel.once(
                    JdbcSupport.intent(JdbcSupport.newKey(), isolation),
                    effect -> "case " + open(effect.connection(), "C-3", "ada").value()));

    assertThat(all).allMatch(Outcome.Executed.class::isInstance);
    assertThat(all).extracting(Outcome::orElseThrow).containsOnly(all.get(0).orElseThrow());
    assertThat(database.queryLong("SELECT count(*) FROM complaint_case")).isEqualTo(1);
  }

  @Test
  void oneThatWasRolledBackIsCreatedByTheNext() throws SQLException {
    try (Connection rolledBack = database.connect();
        Connection next = database.connect()) {
      rolledBack.setAutoCommit(false);
      assertThat(open(rolledBack, "C-4", "ada").isCreated()).isTrue();
      rolledBack.rollback();

      assertThat(open(next, "C-4", "bob").isCreated()).isTrue();
    }
  }

  @Test
  void statementsThatDoNotFitTogetherAreRefused() throws SQLException {
    InsertOrFind<Long> looksElsewhere =
        InsertOrFind.inserting(
                """
                INSERT INTO complaint_case (source, complaint, opened_by) VALUES (:source, :complaint, 'ada')
                ON CONFLICT (source, complaint) DO NOTHING RETURNING id
                """)
            .finding("SELECT id FROM complaint_case WHERE source = :complaint")
            .reading(row -> row.getLong(1));
    Map<String, String> values = Map.of("source", "mail", "complaint", "C-5");

    try (Connection connection = database.connect()) {
      assertThat(looksElsewhere.run(connection, values).isCreated()).isTrue();
      assertThatExceptionOfType(SemelException.class)
          .isThrownBy(() -> looksElsewhere.run(connection, values))
          .withMessageContaining("do both statements use the same business key?");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InsertOrFind.inserting("INSERT … :a").finding("SELECT … :b"))
        .withMessageContaining("the SELECT uses [b]");
  }
}
