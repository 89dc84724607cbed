package dev.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** That every scenario of commands runs; its numbers mean nothing here. */
class BenchIT {
  private final TinyRun run = new TinyRun();

  @Test
  void everyScenarioOfCommandsRunsAndHasItsLines() {
    assertThat(run.report("--only", "smallest,full,replay,storm,size,purge,http,counts"))
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
    assertThat(run.run("--only", "nothing")).isEqualTo(2);

    assertThat(run.errors())
        .startsWith("semel bench: --only is nothing; there are smallest, ")
        .contains("usage: ./semel bench");
    assertThat(run.output()).isEmpty();
  }
}
