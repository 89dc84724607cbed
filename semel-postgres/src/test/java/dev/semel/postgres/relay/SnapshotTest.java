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
  void nothingBesidesOneTransactionHasEnded() {
    Snapshot snapshot = new Snapshot("5:9:5");
    assertThat(snapshot.isFollowedOnlyBy(9, new Snapshot("5:10:5"))).isTrue();
    assertThat(snapshot.isFollowedOnlyBy(10, new Snapshot("5:11:5,9"))).as("9 is open").isTrue();
    assertThat(snapshot.isFollowedOnlyBy(9, snapshot)).isTrue();
  }

  @Test
  void somethingElseHasEnded() {
    Snapshot snapshot = new Snapshot("5:9:5");
    assertThat(snapshot.isFollowedOnlyBy(9, new Snapshot("10:10:"))).as("5").isFalse();
    assertThat(snapshot.isFollowedOnlyBy(10, new Snapshot("5:11:5"))).as("9").isFalse();
    assertThat(snapshot.isFollowedOnlyBy(9, new Snapshot("5:12:5,10"))).as("11").isFalse();
  }
}
