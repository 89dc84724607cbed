package dev.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That other libraries run beside Semel; the numbers mean nothing here. */
@Tag("thorough")
class PeersBenchIT {
  private final TinyRun run = new TinyRun();

  @Test
  void otherLibrariesRunBesideSemel() {
    assertThat(run.report("--only", "events-relay,events-inbox"))
        .contains("| Semel, to Kafka ")
        .contains("| transaction-outbox, to Kafka ")
        .contains("| Spring Modulith, to Kafka ")
        .contains("| Namastack, to Kafka ")
        .contains("| Eventuate Tram, one by one ")
        .contains("| Spring Integration, one by one ")
        .contains("| Camel, one by one ");
  }
}
