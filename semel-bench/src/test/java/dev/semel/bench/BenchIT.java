package dev.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That every scenario runs; its numbers mean nothing here. */
class BenchIT {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... words) {
    return Bench.run(
        List.of(words),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @Test
  void everyScenarioRunsAndHasItsLines() {
    int exit = run("--rounds", "1", "--seconds", "0.1", "--connections", "2", "--records", "1000");

    assertThat(exit).as(err.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("| one insert ")
        .contains("| read, update, audit, event ")
        .contains("| replay ")
        .contains("| other keys beside a storm ")
        .contains("| one insert beside a purge ")
        .contains("| HTTP: add a note ")
        .contains("| HTTP: 5 MB of bytes ")
        .contains("### Size of the record table")
        .contains("### Counts per command");
  }

  @Test
  void aWrongWordIsRefusedBeforeAnythingStarts() {
    assertThat(run("--only", "nothing")).isEqualTo(2);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("semel bench: --only is nothing; there are smallest, ")
        .contains("usage: ./semel bench");
    assertThat(out.size()).isZero();
  }
}
