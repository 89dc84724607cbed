package dev.semel.postgres.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotTest {
  @Test
  void whatWasOpenAndIsNoMoreHasEnded() {
    assertThat(new Snapshot("5:9:5,7").endedBy(new Snapshot("7:12:7,10"))).containsExactly("5");
    assertThat(new Snapshot("9:9:").endedBy(new Snapshot("12:12:"))).isEmpty();
    assertThat(new Snapshot("5:9:5,7").xmax()).isEqualTo(9);
  }

  @Test
  void snapshotIncludesEarlierOnes() {
    Snapshot snapshot = new Snapshot("5:9:5");
    assertThat(snapshot.includes(snapshot)).isTrue();
    assertThat(snapshot.includes(new Snapshot("5:8:5,7"))).isTrue();
    assertThat(new Snapshot("9:9:").includes(snapshot)).as("5 has ended since").isTrue();
    assertThat(new Snapshot("5:12:5").includes(snapshot)).as("9 to 11 have ended since").isTrue();
  }

  @Test
  void snapshotDoesNotIncludeLaterOnes() {
    Snapshot snapshot = new Snapshot("5:9:5");
    assertThat(snapshot.includes(new Snapshot("9:9:"))).as("5 has ended").isFalse();
    assertThat(snapshot.includes(new Snapshot("5:10:5"))).as("9 has ended").isFalse();
  }
}
