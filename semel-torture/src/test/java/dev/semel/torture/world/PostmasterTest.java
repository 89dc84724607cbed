package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostmasterTest {
  @TempDir Path data;

  @Test
  void aStrangerThatHasTheNumberOfADeadServerIsLeftAlone() throws IOException {
    // It says what it is told, as long as it lives.
    Process stranger = new ProcessBuilder("cat").start();
    try {
      Files.writeString(
          data.resolve(Postmaster.PID_FILE), stranger.pid() + "\n" + data + "\n1700000000\n");

      new Postmaster(data).kill();

      stranger.outputWriter().append("still here\n").flush();
      assertThat(stranger.inputReader().readLine()).isEqualTo("still here");
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void aServerThatLeftNoNumberIsNoServer() {
    assertThatCode(() -> new Postmaster(data.resolve("nowhere")).kill()).doesNotThrowAnyException();
  }
}
