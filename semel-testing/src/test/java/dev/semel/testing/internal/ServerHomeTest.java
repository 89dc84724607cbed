package dev.semel.testing.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a JVM that was killed left behind goes with the next; what belongs to a living one stays.
 */
class ServerHomeTest {
  private static final String EARLIEST = "0";

  private final String kind = "test-" + UUID.randomUUID();
  private final ServerHome mine = ServerHome.make(kind);
  private final Path root = mine.resolve("..").normalize();

  @AfterEach
  void deleteAll() {
    FileTree.delete(root);
  }

  @Test
  void aFolderOfADeadProcessIsDeleted() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Path left = leave(dead.pid() + "_" + EARLIEST + "_x");

    ServerHome.make(kind);

    assertThat(left).doesNotExist();
  }

  @Test
  void aFolderOfAProcessWhoseNumberWasGivenAnewIsDeleted() throws IOException {
    Path left = leave(ProcessHandle.current().pid() + "_" + EARLIEST + "_x");

    ServerHome.make(kind);

    assertThat(left).doesNotExist();
  }

  @Test
  void aFolderOfALivingProcessStays() {
    mine.write("settings", "kept");

    ServerHome.make(kind);

    assertThat(mine.resolve("settings")).hasContent("kept");
  }

  @Test
  void theProcessesOfADeadOneAreEnded() throws Exception {
    Process orphan = new ProcessBuilder("sleep", "600").start();
    mine.note(orphan.toHandle());
    Files.copy(
        mine.resolve("processes"),
        leave(ProcessHandle.current().pid() + "_" + EARLIEST + "_x").resolve("processes"));

    ServerHome.make(kind);

    assertThat(orphan.waitFor()).isNotZero();
  }

  private Path leave(String name) throws IOException {
    Path home = root.resolve(name);
    Path below = Files.createDirectories(home.resolve("broker-0"));
    Files.writeString(below.resolve("meta.properties"), "x");
    return home;
  }
}
