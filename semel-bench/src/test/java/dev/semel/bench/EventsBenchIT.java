package dev.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That every scenario of events runs; its numbers mean nothing here. */
@Tag("thorough")
class EventsBenchIT {
  private final TinyRun run = new TinyRun();

  @Test
  void semelByItselfIsMeasuredAndHasItsLines() {
    assertThat(
            run.report(
                "--without-peers",
                "--only",
                "events-publish,events-counts,events-history,events-latency,events-writers"))
        .contains("### Publishing an event")
        .contains("| one insert, one event ")
        .contains("| 100 old events ")
        .contains("| Semel, polling alone ")
        .contains("| commands with events beside a relay ");
  }
}
