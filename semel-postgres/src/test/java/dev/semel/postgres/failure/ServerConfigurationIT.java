package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.EffectFailedException;
import dev.semel.JdbcCommand;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 25006, 28, 3D000, 3F000, 42: an operator must act, and the message says how. */
class ServerConfigurationIT {
  @TempDir static Path folder;

  private static OwnPostgresServer server;

  private final String key = FailureSupport.newKey();
  private final AtomicInteger runs = new AtomicInteger();
  private FailureSupport till;

  /** A server that asks one of its users for a password. */
  @BeforeAll
  static void start() throws IOException {
    Path rules = folder.resolve("pg_hba.conf");
    Files.writeString(
        rules,
        """
        host all guarded all scram-sha-256
        host all all     all trust
        """);
    server = PostgresServer.start(PostgresSettings.fast().with("hba_file", rules.toString()));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void makeTables() {
    till = new FailureSupport(server.newDatabase("till"));
  }

  @Test
  void aReadOnlyServerIsToldApartAndThePrimaryIsAskedFor() {
    Semel semel =
        till.semel(
            till.database.dataSource(Map.of("options", "-c default_transaction_read_only=on")));

    assertToldToTheOperator(
        semel, "25006", "the server is read-only; connect to the primary", FailureSupport::pay);
    assertThat(runs).hasValue(1);
  }

  /** The effect only reads, so it is Semel's own record that cannot be written. */
  @Test
  void aReadOnlyServerIsNoticedAtTheLatestWhenTheOutcomeIsStored() {
    Semel semel =
        till.semel(
            till.database.dataSource(Map.of("options", "-c default_transaction_read_only=on")));

    assertToldToTheOperator(semel, "25006", "the server is read-only", effect -> "nothing");
  }

  @Test
  void aWrongPasswordIsToldApart() {
    till.database.execute(
        "DROP ROLE IF EXISTS guarded; CREATE ROLE guarded SUPERUSER LOGIN PASSWORD 'right'");
    Semel semel = goingWrong(Map.of("user", "guarded", "password", "wrong"));

    assertToldToTheOperator(
        semel, "28P01", "refused the login; check user and password", FailureSupport::pay);
    assertThat(runs).hasValue(0);
  }

  @Test
  void theStoreSaysSoRightAwayWhenItIsMadeWithAWrongPassword() {
    till.database.execute(
        "DROP ROLE IF EXISTS guarded; CREATE ROLE guarded LOGIN PASSWORD 'right'");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(
            () ->
                PostgresStore.on(
                    till.database.dataSource(Map.of("user", "guarded", "password", "wrong"))))
        .withMessageContaining("28P01");
  }

  @Test
  void aUserThatDoesNotExistIsToldApart() {
    assertToldToTheOperator(
        goingWrong(Map.of("user", "nobody")), "28000", "check user", FailureSupport::pay);
  }

  @Test
  void aDatabaseThatDoesNotExistIsToldApart() {
    assertToldToTheOperator(
        goingWrong(Map.of("PGDBNAME", "nowhere")),
        "3D000",
        "the database does not exist; check the URL",
        FailureSupport::pay);
  }

  @Test
  void aTableThatWasDroppedIsToldApart() {
    Semel semel = till.semel();
    till.database.execute("ALTER TABLE semel.intent RENAME TO gone");
    try {
      assertToldToTheOperator(
          semel, "42P01", "a table does not exist; run the migrations", FailureSupport::pay);
    } finally {
      till.database.execute("ALTER TABLE semel.gone RENAME TO intent");
    }
  }

  @Test
  void aSchemaThatWasDroppedIsToldApart() {
    Semel semel = till.semel();
    till.database.execute("ALTER SCHEMA semel RENAME TO gone");
    try {
      assertToldToTheOperator(semel, "42P01", "run the migrations", FailureSupport::pay);
    } finally {
      till.database.execute("ALTER SCHEMA gone RENAME TO semel");
    }
  }

  @Test
  void aColumnThatWasDroppedIsToldApart() {
    Semel semel = till.semel();
    till.database.execute("ALTER TABLE semel.intent RENAME attempts TO gone");
    try {
      assertToldToTheOperator(
          semel, "42703", "a column does not exist; run the migrations", FailureSupport::pay);
    } finally {
      till.database.execute("ALTER TABLE semel.intent RENAME gone TO attempts");
    }
  }

  @Test
  void aMissingRightIsToldApart() {
    till.database.execute("DROP ROLE IF EXISTS poor; CREATE ROLE poor LOGIN");

    assertToldToTheOperator(
        goingWrong(Map.of("user", "poor")),
        "42501",
        "the database role lacks a right; grant it",
        FailureSupport::pay);
  }

  @Test
  void rowLevelSecurityViolationIsNotReportedAsAMissingRight() {
    till.database.execute(
        """
        DROP ROLE IF EXISTS tenant; CREATE ROLE tenant LOGIN;
        GRANT USAGE ON SCHEMA semel TO tenant;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA semel, public TO tenant;
        CREATE TABLE ward (tenant text NOT NULL);
        GRANT INSERT ON ward TO tenant;
        ALTER TABLE ward ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own_rows ON ward USING (tenant = 'acme')
        """);
    Semel semel = till.semel(till.database.dataSource(Map.of("user", "tenant")));

    assertThatExceptionOfType(EffectFailedException.class)
        .isThrownBy(
            () ->
                semel.once(
                    FailureSupport.intent(key),
                    effect -> {
                      FailureSupport.execute(effect, "INSERT INTO ward VALUES ('other')");
                      return "done";
                    }));

    assertThat(till.changes.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.verdict()).isEqualTo(Verdict.FINAL))
        .satisfies(failure -> assertThat(failure.meaning()).contains("row-level security policy"));
  }

  /** All was well when the store was made; from then on the connections have these properties. */
  private Semel goingWrong(Map<String, String> properties) {
    DataSource good = till.database.dataSource();
    DataSource bad = till.database.dataSource(properties);
    ChangingDataSource changing = new ChangingDataSource(good);
    Semel semel = till.semel(changing);
    changing.changeTo(bad);
    return semel;
  }

  private void assertToldToTheOperator(
      Semel semel, String sqlState, String what, JdbcCommand<String> command) {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(
            () ->
                semel.once(
                    FailureSupport.intent(key),
                    effect -> {
                      runs.incrementAndGet();
                      return command.run(effect);
                    }))
        .withMessageContaining(what);

    assertThat(till.changes.retriedCodes()).isEmpty();
    assertThat(till.changes.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.code()).isEqualTo(sqlState))
        .satisfies(failure -> assertThat(failure.verdict()).isEqualTo(Verdict.CONFIGURATION));
  }
}
