package dev.semel.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.Aggregate;
import dev.semel.relay.RelayChange;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class RelayNotifierTest {
  private static RelayChange held(int attempts) {
    return new RelayChange.Held(
        "orders",
        3,
        UUID.randomUUID(),
        new Aggregate("acme", "case", "9"),
        attempts,
        Duration.ofSeconds(1),
        "no such topic");
  }

  @Test
  void theFirstFailureOfAnEventIsToldAndThoseThatFollowAreQuiet() {
    assertThat(RelayNotifier.levelOf(held(1))).isEqualTo(Level.WARN);
    assertThat(RelayNotifier.levelOf(held(2))).isEqualTo(Level.DEBUG);
  }

  @Test
  void forgottenDeliveryIsAWarningThatNamesSinkAndEvent() {
    UUID event = UUID.randomUUID();
    RelayChange change =
        new RelayChange.Unsettled("orders", "com.acme.Paper", event, Duration.ofSeconds(11));

    assertThat(RelayNotifier.levelOf(change)).isEqualTo(Level.WARN);
    assertThat(RelayLogLines.describe(change))
        .contains("com.acme.Paper", event.toString(), "11 s", "published()", "failed(…)");
  }

  @Test
  void shardsAreQuietBecauseTheLoopCountsThem() {
    assertThat(RelayNotifier.levelOf(new RelayChange.ShardGained("orders", 3, 1)))
        .isEqualTo(Level.DEBUG);
    assertThat(RelayNotifier.levelOf(new RelayChange.ShardReleased("orders", 3, 1)))
        .isEqualTo(Level.DEBUG);
    assertThat(RelayNotifier.levelOf(new RelayChange.ShardLost("orders", 3, 1)))
        .isEqualTo(Level.DEBUG);
  }

  @Test
  void aListenerThatFailsKeepsNoOtherFromHearing() {
    AtomicInteger heard = new AtomicInteger();
    RelayNotifier notifier =
        new RelayNotifier(
            List.of(
                change -> {
                  throw new IllegalStateException("broken");
                },
                change -> heard.incrementAndGet()));
    notifier.tell(held(1));
    assertThat(heard).hasValue(1);
  }
}
