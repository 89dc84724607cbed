package dev.semel.bench.beside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The page names versions, which it reads off the jars beside the program. */
class PeersPageIT {
  @Test
  void whatCouldNotBePlayedIsToldInItsPlace() {
    Entry entry = Entry.all().get(0);
    Cell cell = Cell.failed(entry, Plight.CRASH, new IllegalStateException("no | port\nat line"));

    assertThat(cell.summary()).isEqualTo("**failed**");
    assertThat(new PeersPage(List.of(entry), List.of(cell)).text())
        .contains("| **failed** |")
        .contains("| failed: no / port |");
  }
}
