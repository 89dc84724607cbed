package dev.semel.testing.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be done to a server of one's own, and what survives it. */
class OwnPostgresServerIT {

  @Test
  void committedRowsSurviveACrashAndUncommittedOnesDoNot() throws SQLException {
    try (OwnPostgresServer server = PostgresServer.durable()) {
      PostgresDatabase database = server.newDatabase("crash");
      database.execute("CREATE TABLE entries (id bigint); INSERT INTO entries VALUES (1)");
      try (Connection open = database.connect();
          Statement statement = open.createStatement()) {
        open.setAutoCommit(false);
        statement.execute("INSERT INTO entries VALUES (2)");

        server.crash();

        assertThat(server.isRunning()).isFalse();
        assertThatExceptionOfType(SQLException.class).isThrownBy(open::commit);
      }
      int port = server.port();
      server.restart();

      assertThat(server.port()).isEqualTo(port);
      assertThat(database.queryLong("SELECT count(*) FROM entries")).isEqualTo(1);
    }
  }

  @Test
  @Tag("thorough")
  void aDurableServerForcesItsCommitsToDisk() {
    try (OwnPostgresServer server = PostgresServer.durable()) {
      PostgresDatabase database = server.newDatabase("durable");

      assertThat(setting(database, "fsync")).isEqualTo("on");
      assertThat(setting(database, "synchronous_commit")).isEqualTo("on");

      server.restart();
      assertThat(setting(database, "fsync")).isEqualTo("on");
      assertThat(setting(database, "synchronous_commit")).isEqualTo("on");
    }
  }

  @Test
  @Tag("thorough")
  void aServerCanBeStoppedInEveryModeAndStartedAgain() {
    try (OwnPostgresServer server = PostgresServer.durable()) {
      PostgresDatabase database = server.newDatabase("modes");
      database.execute("CREATE TABLE entries (id bigint)");
      for (StopMode mode : StopMode.values()) {
        database.execute("INSERT INTO entries VALUES (1)");
        server.stop(mode);
        assertThat(server.isRunning()).isFalse();
        assertThatExceptionOfType(SQLException.class).isThrownBy(database::connect);
        server.restart();
      }
      assertThat(database.queryLong("SELECT count(*) FROM entries"))
          .isEqualTo(StopMode.values().length);
    }
  }

  @Test
  @Tag("thorough")
  void settingsReachTheServerWhateverCharactersTheyHave() {
    PostgresSettings settings =
        PostgresSettings.fast()
            .with("wal_level", "logical")
            .with("cluster_name", "it's a test, $HOME")
            .with("work_mem", "7MB");
    try (OwnPostgresServer server = PostgresServer.start(settings);
        PostgresDatabase database = server.newDatabase("settings")) {
      assertThat(setting(database, "wal_level")).isEqualTo("logical");
      assertThat(setting(database, "cluster_name")).isEqualTo("it's a test, $HOME");
      assertThat(setting(database, "work_mem")).isEqualTo("7MB");
    }
  }

  @Test
  @Tag("thorough")
  void aSettingThatPostgresRefusesFailsTheStartWithTheReason() {
    PostgresSettings settings = PostgresSettings.fast().with("wal_level", "enormous");

    assertThatExceptionOfType(PostgresServerException.class)
        .isThrownBy(() -> PostgresServer.start(settings))
        .withMessageContaining("wal_level");
  }

  @Test
  @Tag("thorough")
  void closingDeletesTheFilesOfATemporaryServer() {
    Path folder;
    try (OwnPostgresServer server = PostgresServer.durable();
        PostgresDatabase database = server.newDatabase("temporary")) {
      folder = Path.of(setting(database, "data_directory")).resolve("..").normalize();
      assertThat(folder).isDirectory();
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  @Tag("thorough")
  void aKeptFolderKeepsItsDatabases(@TempDir Path folder) {
    PostgresSettings settings = PostgresSettings.durable().keptIn(folder);
    try (OwnPostgresServer server = PostgresServer.start(settings)) {
      server.database("ledger").execute("CREATE TABLE entries AS SELECT 17 AS id");
      server.crash();
    }
    try (OwnPostgresServer server = PostgresServer.start(settings)) {
      assertThat(server.database("ledger").queryLong("SELECT id FROM entries")).isEqualTo(17);
    }
    assertThat(folder).isDirectory();
  }

  @Test
  @Tag("thorough")
  void aKeptFolderIsTakenOverFromAKilledJvm(@TempDir Path folder) {
    try (ChildJvm child = ChildJvm.run(StartKeptServer.class, folder.toString())) {
      assertThat(child.line("port")).isNotEmpty();
      Postmaster leftBehind = Postmaster.read(folder.resolve("data")).orElseThrow();

      child.kill();
      assertThat(leftBehind.isRunning()).isTrue();

      try (OwnPostgresServer server =
          PostgresServer.start(PostgresSettings.durable().keptIn(folder))) {
        assertThat(leftBehind.isRunning()).isFalse();
        assertThat(server.database("ledger").queryLong("SELECT id FROM entries")).isEqualTo(17);
      }
    }
  }

  @Test
  @Tag("thorough")
  void aFolderInUseIsRefused(@TempDir Path folder) {
    PostgresSettings settings = PostgresSettings.fast().keptIn(folder);
    try (ChildJvm child = ChildJvm.run(StartKeptServer.class, folder.toString())) {
      assertThat(child.line("port")).isNotEmpty();
      assertThatExceptionOfType(PostgresServerException.class)
          .isThrownBy(() -> PostgresServer.start(settings))
          .withMessageContaining("running process");
      assertThat(Postmaster.read(folder.resolve("data")).orElseThrow().isRunning()).isTrue();
      ServerFolder.at(folder).stopLeftover(StopMode.FAST);
    }
    try (OwnPostgresServer server = PostgresServer.start(settings)) {
      assertThatExceptionOfType(PostgresServerException.class)
          .isThrownBy(() -> PostgresServer.start(settings))
          .withMessageContaining("this JVM");
      assertThat(server.isRunning()).isTrue();
    }
  }

  @Test
  @Tag("thorough")
  void dataOfAStartThatWasCutShortIsMadeAnew(@TempDir Path folder) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(data.resolve("postgresql.conf"), "");

    try (OwnPostgresServer server = PostgresServer.start(PostgresSettings.fast().keptIn(folder))) {
      assertThat(server.database("ledger").queryLong("SELECT 1")).isEqualTo(1);
    }
  }

  @Test
  @Tag("thorough")
  void aPidFileThatNamesAnotherProgramDoesNotKeepTheServerFromStarting(@TempDir Path folder)
      throws IOException {
    PostgresSettings settings = PostgresSettings.fast().keptIn(folder);
    try (OwnPostgresServer server = PostgresServer.start(settings)) {
      server.crash();
    }
    long ofThisJvm = ProcessHandle.current().pid();
    Path data = folder.resolve("data");
    Files.writeString(
        Postmaster.pidFile(data), ofThisJvm + "\n" + data + "\n1700000000\n5432\n\nlocalhost\n");

    try (OwnPostgresServer server = PostgresServer.start(settings)) {
      assertThat(server.database("ledger").queryLong("SELECT 1")).isEqualTo(1);
    }
  }

  @Test
  @Tag("thorough")
  void aDatabaseOfAServerThatIsDownClosesQuietly() {
    try (OwnPostgresServer server = PostgresServer.durable();
        PostgresDatabase database = server.newDatabase("down")) {
      assertThat(database.queryLong("SELECT 1")).isEqualTo(1);
      server.crash();
    }
  }

  private static String setting(PostgresDatabase database, String name) {
    return String.valueOf(
        database.query("SELECT current_setting(?) AS value", name).get(0).get("value"));
  }
}
