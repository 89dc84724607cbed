package dev.semel.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.relay.spi.Membership;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RelaySettingsTest {
  @Test
  void nonsenseIsRefusedAtOnce() {
    RelaySettings standard = RelaySettings.standard();
    assertThatThrownBy(() -> standard.shards(0)).hasMessage("shards is 0; give 1 to 1024");
    assertThatThrownBy(() -> standard.lease(Duration.ZERO)).hasMessageContaining("lease");
    assertThatThrownBy(() -> standard.saveInterval(Duration.ofMillis(-1)))
        .hasMessageContaining("must not be negative");
    assertThatThrownBy(() -> new RelaySettings.Memory(100, 10, 1, 1))
        .hasMessage("max events is 10; give 100 to 1000000");
    assertThatThrownBy(
            () -> new RelaySettings.Polling(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .hasMessageContaining("longer than the last");
    assertThatThrownBy(() -> ReplayRequest.named(" ")).hasMessageContaining("name of a replay");
    assertThatThrownBy(() -> ReplayRequest.named("r").from(Instant.EPOCH).until(Instant.EPOCH))
        .hasMessageContaining("is empty");
    assertThatThrownBy(() -> new DeadLetters.Decision("", "why")).hasMessageContaining("decided");
  }

  @Test
  void theSharesOfAllNodesAddUpToAllShards() {
    for (int nodes = 1; nodes <= 20; nodes++) {
      int sum = 0;
      for (int rank = 0; rank < nodes; rank++) {
        sum += new Membership(nodes, rank, Set.of()).shareOf(16);
      }
      assertThat(sum).as("%d nodes", nodes).isEqualTo(16);
    }
  }
}
