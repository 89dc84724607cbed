package dev.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That every scenario runs; its numbers mean nothing here. */
class BenchIT {
  private static final List<String> TINY =
      List.of(
          "--rounds", "1",
          "--seconds", "0.1",
          "--connections", "2",
          "--records", "1000",
          "--events", "50",
          "--waiting", "500",
          "--history", "100");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... words) {
    return Bench.run(
        List.of(words),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String ranWith(String... more) {
    List<String> words = new ArrayList<>(TINY);
    words.addAll(List.of(more));
    int exit = run(words.toArray(String[]::new));
    assertThat(exit).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyScenarioOfCommandsRunsAndHasItsLines() {
    assertThat(ranWith("--only", "smallest,full,replay,storm,size,purge,http,counts"))
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
  void publishingIsMeasuredAndHasItsLines() {
    assertThat(ranWith("--without-peers", "--only", "events-publish,events-counts"))
        .contains("### Publishing an event")
        .contains("| one insert, one event ");
  }

  @Test
  void theRelayIsMeasuredAndHasItsLines() {
    assertThat(ranWith("--without-peers", "--only", "events-history,events-latency,events-writers"))
        .contains("| 100 old events ")
        .contains("| Semel, polling alone ")
        .contains("| commands with events beside a relay ");
  }

  @Test
  void otherLibrariesRunBesideSemel() {
    assertThat(ranWith("--only", "events-relay,events-inbox"))
        .contains("| Semel, to Kafka ")
        .contains("| transaction-outbox, to Kafka ")
        .contains("| Spring Modulith, to Kafka ")
        .contains("| Namastack, to Kafka ")
        .contains("| Eventuate Tram, one by one ")
        .contains("| Spring Integration, one by one ")
        .contains("| Camel, one by one ");
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
