package dev.semel.relay.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.OwnedShard;
import dev.semel.relay.spi.ShardLease;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * One thread renews and loses leases while the other takes shards up. A shard that the second takes
 * up under a lease that is gone would be read and never published, and hold back all others.
 */
class LeaseTableTest {
  private static final long NEVER_NANOS = Long.MAX_VALUE / 2;
  private static final OwnedShard FIRST = shard(4, 2);
  private static final OwnedShard AGAIN = shard(4, 4);
  private static final OwnedShard OTHER = shard(5, 1);

  private final LeaseTable leases = new LeaseTable();

  /** A place in a log of one's own. */
  private record Place(long number) implements Cursor {}

  private static OwnedShard shard(int number, long fence) {
    return new OwnedShard(new ShardLease(number, fence), new Place(fence));
  }

  @Test
  void aShardThatIsLostBeforeItIsTakenUpIsNotTakenUp() {
    leases.gain(List.of(FIRST, OTHER), NEVER_NANOS);
    leases.renewed(
        List.of(FIRST.lease(), OTHER.lease()), Set.of(OTHER.lease().shard()), NEVER_NANOS);

    assertThat(leases.nextGained()).isEqualTo(OTHER);
    assertThat(leases.takeLost()).containsExactly(FIRST.lease());
    leases.takenUp(OTHER);
    assertThat(leases.nextGained()).isNull();
  }

  @Test
  void aShardThatIsBegunAnewAndThenLostIsNotTakenUp() {
    leases.gain(List.of(FIRST), NEVER_NANOS);
    leases.takenUp(FIRST);
    leases.beginAnew(List.of(FIRST.lease()), List.of(FIRST));
    leases.lose(FIRST.lease());

    assertThat(leases.nextGained()).isNull();
  }

  @Test
  void aShardThatComesBackIsTakenUpWhenItsLossWasTold() {
    leases.gain(List.of(FIRST), NEVER_NANOS);
    leases.takenUp(FIRST);
    leases.lose(FIRST.lease());
    leases.gain(List.of(AGAIN, OTHER), NEVER_NANOS);

    assertThat(leases.nextGained()).as("4 is still in memory").isEqualTo(OTHER);
    assertThat(leases.takeLost()).containsExactly(FIRST.lease());
    assertThat(leases.nextGained()).isEqualTo(AGAIN);
  }

  @Test
  void aLeaseThatWasGivenBackLateDoesNotCostTheNextOne() {
    leases.gain(List.of(FIRST), NEVER_NANOS);
    leases.takenUp(FIRST);
    leases.gain(List.of(AGAIN), NEVER_NANOS);

    assertThat(leases.remove(FIRST.lease())).isFalse();
    assertThat(leases.leases()).containsExactly(AGAIN.lease());
    assertThat(leases.takeLost()).containsExactly(FIRST.lease());
    assertThat(leases.nextGained()).isEqualTo(AGAIN);
  }

  /** Its lease ran out between the renewal and the question for more. */
  @Test
  void aShardOfOnesOwnThatIsGainedAnewIsLostFirst() {
    leases.gain(List.of(FIRST), NEVER_NANOS);
    leases.takenUp(FIRST);
    leases.gain(List.of(AGAIN), NEVER_NANOS);

    assertThat(leases.nextGained()).as("4 is still in memory").isNull();
    assertThat(leases.takeLost()).containsExactly(FIRST.lease());
    assertThat(leases.nextGained()).isEqualTo(AGAIN);
  }
}
