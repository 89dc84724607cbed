package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.world.RunFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class EvidenceIT {
  @TempDir Path folder;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aProcessThatIsEndedLeavesItsHistoryAndSaysWhereItIs()
      throws IOException, InterruptedException {
    File err = folder.resolve("err").toFile();

    new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            EndedRun.class.getName())
        .redirectError(err)
        .start()
        .waitFor();

    RunFolder left = new RunFolder(runFolder());
    assertThat(err).content().contains("history and logs: " + left.path());
    assertThat(left.history()).hasContent(EndedRun.ENTRY.json());
  }

  private Path runFolder() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> found = all.filter(Files::isDirectory).toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }
}
