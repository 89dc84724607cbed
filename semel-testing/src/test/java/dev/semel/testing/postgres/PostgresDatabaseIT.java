package dev.semel.testing.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.groups.Tuple.tuple;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a test does with a database, and how it comes to one. */
@ExtendWith(PostgresExtension.class)
class PostgresDatabaseIT {

  private final PostgresDatabase database;

  PostgresDatabaseIT(PostgresDatabase database) {
    this.database = database;
  }

  @Test
  void eachDatabaseIsEmptyAndNobodyElses() {
    try (PostgresDatabase one = PostgresServer.shared().newDatabase("Naughty; name's");
        PostgresDatabase two = PostgresServer.shared().newDatabase("Naughty; name's")) {
      one.execute("CREATE TABLE t (id bigint)");
      two.execute("CREATE TABLE t (id bigint); INSERT INTO t VALUES (1), (2)");

      assertThat(one.name()).isNotEqualTo(two.name()).startsWith("t_naughty__name_s_");
      assertThat(one.queryLong("SELECT count(*) FROM t")).isZero();
      assertThat(two.queryLong("SELECT count(*) FROM t WHERE id > ?", 1)).isEqualTo(1);
    }
  }

  @Test
  void closingDropsTheDatabaseEvenIfAConnectionIsOpen() throws SQLException {
    PostgresDatabase doomed = PostgresServer.shared().newDatabase("doomed");
    try (Connection connection = doomed.connect();
        Statement statement = connection.createStatement()) {
      doomed.close();
      assertThatExceptionOfType(SQLException.class).isThrownBy(() -> statement.execute("SELECT 1"));
    }
    assertThat(
            database.queryLong("SELECT count(*) FROM pg_database WHERE datname = ?", doomed.name()))
        .isZero();
  }

  @Test
  void aCallFindsNothingOfTheSessionBefore() {
    database.execute("SET work_mem = '7MB'; CREATE TEMP TABLE kept AS SELECT 1 AS id");
    database.query("SELECT pg_advisory_lock(17)::text");

    assertThat(database.query("SELECT current_setting('work_mem') AS value"))
        .containsExactly(Map.of("value", "4MB"));
    assertThat(database.queryLong("SELECT count(*) FROM pg_class WHERE relname = 'kept'")).isZero();
    assertThat(
            database.queryLong(
                """
                SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                WHERE l.locktype = 'advisory' AND d.datname = current_database()
                """))
        .isZero();
  }

  @Test
  void callsAfterOneAnotherShareAProcessOfTheServer() {
    long first = database.queryLong("SELECT pg_backend_pid()");
    assertThat(database.queryLong("SELECT pg_backend_pid()")).isEqualTo(first);
  }

  @Test
  void aProcessThatIsGoneIsReplaced() throws SQLException {
    long kept = database.queryLong("SELECT pg_backend_pid()");
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      statement.execute("SELECT pg_terminate_backend(" + kept + ", 60000)");
    }
    assertThat(database.queryLong("SELECT pg_backend_pid()")).isNotEqualTo(kept);
  }

  @Test
  void theUrlAndTheDataSourcesLeadToTheDatabase() throws SQLException {
    try (Connection byUrl = DriverManager.getConnection(database.jdbcUrl());
        Connection bySource = database.dataSource().getConnection();
        Connection named = database.dataSource(Map.of("ApplicationName", "me")).getConnection()) {
      assertThat(byUrl.getCatalog()).isEqualTo(database.name());
      assertThat(bySource.getCatalog()).isEqualTo(database.name());
      assertThat(named.getClientInfo("ApplicationName")).isEqualTo("me");
    }
  }

  @Test
  void aPropertyThatTheDriverDoesNotKnowIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> database.dataSource(Map.of("noSuchThing", "1")))
        .withMessageContaining("noSuchThing");
  }

  @Test
  void rowsComeInTheOrderOfTheSelectList() {
    assertThat(database.query("SELECT 1 AS b, NULL AS a UNION ALL SELECT ?, 'x' ORDER BY 1", 2))
        .extracting(row -> List.copyOf(row.keySet()), row -> String.valueOf(row.get("a")))
        .containsExactly(tuple(List.of("b", "a"), "null"), tuple(List.of("b", "a"), "x"));
  }

  @Test
  void aStatementThatFailsSaysWhichAndWhy() {
    assertThatExceptionOfType(PostgresServerException.class)
        .isThrownBy(() -> database.execute("SELECT * FROM nowhere"))
        .withMessageContaining("SELECT * FROM nowhere")
        .withMessageContaining("42P01");
    assertThatExceptionOfType(PostgresServerException.class)
        .isThrownBy(() -> database.queryLong("SELECT 'word'"))
        .withMessageContaining("word");
  }

  @Nested
  class InANestedClass {
    @Test
    void theDatabaseIsThatOfTheOuterClass(PostgresDatabase inner) {
      assertThat(inner).isSameAs(database);
      assertThat(inner.name()).contains("postgresdatabaseit");
    }
  }
}
