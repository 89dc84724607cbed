package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.relay.OutboxPositions;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InletTest {
  private static final LogItem ITEM =
      new LogItem.Marked(Map.of(), OutboxPositions.mark("1:1: 1 0"));

  private final Inlet inlet = new Inlet(2);

  @Test
  void aFullInletTakesNothingUntilSomethingIsTakenUp() throws InterruptedException {
    assertThat(inlet.offer(ITEM, 0)).isTrue();
    assertThat(inlet.offer(ITEM, 0)).isTrue();
    assertThat(inlet.offer(ITEM, 0)).isFalse();
    inlet.remove();
    assertThat(inlet.offer(ITEM, 0)).isTrue();
    assertThat(inlet.offer(ITEM, 0)).isFalse();
  }
}
