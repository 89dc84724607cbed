package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own, as scripts see it. */
class TortureExitIT {
  @TempDir Path folder;

  private int run(Path missing, Path report, File out, File err)
      throws IOException, InterruptedException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + missing,
            "-cp",
            System.getProperty("java.class.path"),
            Torture.class.getName(),
            "--time",
            "1s",
            "--report",
            report.toString())
        .redirectOutput(out)
        .redirectError(err)
        .start()
        .waitFor();
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aRunThatCannotBeCarriedOutEndsWithThreeAndNoVerdict()
      throws IOException, InterruptedException {
    Path report = folder.resolve("report.md");
    File out = folder.resolve("out").toFile();
    File err = folder.resolve("err").toFile();

    int exit = run(folder.resolve("no-such-folder"), report, out, err);

    assertThat(err).content().contains("could not be carried out");
    assertThat(exit).isEqualTo(3);
    assertThat(out).isEmpty();
    assertThat(report).doesNotExist();
  }
}
