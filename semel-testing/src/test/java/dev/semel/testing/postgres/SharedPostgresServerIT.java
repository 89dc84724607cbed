package dev.semel.testing.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the shared server is found, shared and ended, with real processes. */
@Tag("thorough")
class SharedPostgresServerIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  @Test
  void anotherJvmOfTheSameBuildGetsTheSameServer() {
    int port = PostgresServer.shared().port();

    try (ChildJvm child = ChildJvm.run(AskForSharedServer.class, AskForSharedServer.OF_THE_BUILD)) {
      assertThat(child.line("port")).isEqualTo(Integer.toString(port));
    }
    assertThat(PostgresServer.shared().majorVersion()).isPositive();
  }

  @Test
  void whoeverAsksAtTheSameTimeGetsTheSameServer() throws IOException {
    try (Watched watched = new Watched()) {
      List<Integer> ports =
          IntStream.range(0, 8)
              .parallel()
              .mapToObj(i -> watched.sharedServer().note().port())
              .toList();

      assertThat(Set.copyOf(ports)).hasSize(1);
    }
  }

  @Test
  void theServerEndsWithTheProcessThatIsWatchedEvenIfThatIsKilled() {
    try (ChildJvm child = ChildJvm.run(AskForSharedServer.class, AskForSharedServer.OF_ITSELF)) {
      int port = Integer.parseInt(child.line("port"));
      PostgresDatabase database = databaseAt(port);
      assertThat(database.queryLong("SELECT 1")).isEqualTo(1);
      Path folder = Path.of(dataFolderOf(database)).resolve("..").normalize();
      Postmaster postmaster = Postmaster.read(folder.resolve("data")).orElseThrow();

      child.kill();

      await().atMost(LIMIT).until(() -> !postmaster.isRunning() && !Files.exists(folder));
      assertThatExceptionOfType(PostgresServerException.class)
          .isThrownBy(() -> database.queryLong("SELECT 1"));
    }
  }

  @Test
  void aKilledKeeperIsReplacedAndItsServerDoesNotStayBehind() throws IOException {
    try (Watched watched = new Watched()) {
      SharedServer shared = watched.sharedServer();
      SharedServerNote first = shared.note();
      Postmaster orphan = shared.folder().runningPostmaster().orElseThrow();

      ProcessHandle.of(first.keeperPid()).orElseThrow().destroyForcibly();
      await().atMost(LIMIT).until(() -> !shared.folder().isTaken());
      SharedServerNote second = shared.note();

      assertThat(second.keeperPid()).isNotEqualTo(first.keeperPid());
      assertThat(orphan.isRunning()).isFalse();
      assertThat(databaseAt(second.port()).queryLong("SELECT 1")).isEqualTo(1);
    }
  }

  @Test
  void aKeeperThatIsToldToEndTakesItsServerWithIt() throws IOException {
    try (Watched watched = new Watched()) {
      SharedServer shared = watched.sharedServer();
      SharedServerNote note = shared.note();
      Postmaster postmaster = shared.folder().runningPostmaster().orElseThrow();

      ProcessHandle.of(note.keeperPid()).orElseThrow().destroy();

      await().atMost(LIMIT).until(() -> !Files.exists(shared.folder().path()));
      assertThat(postmaster.isRunning()).isFalse();
    }
  }

  @Test
  void aServerThatDiedIsReplaced() throws IOException {
    try (Watched watched = new Watched()) {
      SharedServer shared = watched.sharedServer();
      SharedServerNote first = shared.note();

      shared.folder().runningPostmaster().orElseThrow().kill();
      await().atMost(LIMIT).until(() -> !Files.exists(shared.folder().path()));

      assertThat(databaseAt(shared.note().port()).queryLong("SELECT 1")).isEqualTo(1);
      assertThat(shared.note().keeperPid()).isNotEqualTo(first.keeperPid());
    }
  }

  @Test
  void theSharedServerKeepsWhatItCommitted() {
    try (PostgresDatabase database = PostgresServer.shared().newDatabase("settings")) {
      assertThat(setting(database, "synchronous_commit")).isEqualTo("on");
      assertThat(setting(database, "fsync")).isEqualTo("off");
      assertThat(setting(database, "server_encoding")).isEqualTo("UTF8");
      assertThat(setting(database, "max_connections")).isEqualTo("300");
      assertThat(setting(database, "listen_addresses")).isEqualTo("localhost");
    }
  }

  private static String setting(PostgresDatabase database, String name) {
    return database.query("SELECT current_setting(?) AS value", name).stream()
        .map(row -> String.valueOf(row.get("value")))
        .collect(Collectors.joining());
  }

  private static String dataFolderOf(PostgresDatabase database) {
    return setting(database, "data_directory");
  }

  private static PostgresDatabase databaseAt(int port) {
    return new PostgresDatabase(port, "postgres", closed -> {});
  }

  /** A process that does nothing but live, and then a server that is gone. */
  private static final class Watched implements AutoCloseable {
    private final Process process;

    Watched() throws IOException {
      process = new ProcessBuilder("cat").start();
    }

    SharedServer sharedServer() {
      return SharedServer.watching(WatchedProcess.of(process.toHandle()));
    }

    @Override
    public void close() {
      Path folder = sharedServer().folder().path();
      process.destroyForcibly().onExit().join();
      await().atMost(LIMIT).until(() -> !Files.exists(folder));
    }
  }
}
