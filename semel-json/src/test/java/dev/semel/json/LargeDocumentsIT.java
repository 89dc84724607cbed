package dev.semel.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LargeDocumentsIT {
  private static final int HEAP_MEGABYTES = 10 * LargeDocuments.BYTES / 1_000_000;

  @Test
  void tenMegabytesOfAnyShapeFitIntoASmallHeapAndASmallStack()
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MEGABYTES + "m",
                "-Xss512k",
                "-cp",
                System.getProperty("java.class.path"),
                LargeDocuments.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output.lines()).hasSize(LargeDocuments.values().length);
  }
}
