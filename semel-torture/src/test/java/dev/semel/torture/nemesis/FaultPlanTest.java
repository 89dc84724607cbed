package dev.semel.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultPlanTest {
  private static final List<FaultKind> ALL = List.of(FaultKind.values());

  private static FaultPlan plan(long seed, int seconds) {
    return FaultPlan.of(seed, Duration.ofSeconds(seconds), Duration.ofSeconds(1), ALL);
  }

  @Test
  void oneSeedIsOnePlan() {
    assertThat(plan(42, 600)).isEqualTo(plan(42, 600));
  }

  @Test
  void anotherSeedIsAnotherPlan() {
    assertThat(plan(42, 600)).isNotEqualTo(plan(43, 600));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, Long.MAX_VALUE, Long.MIN_VALUE})
  void everyKindComesIfThereIsTime(long seed) {
    FaultPlan plan = plan(seed, ALL.size() * 3 / 2 + 1);

    assertThat(plan.faults()).extracting(PlannedFault::kind).containsAll(ALL);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, Long.MAX_VALUE, Long.MIN_VALUE})
  void aShortRunHasWhatMattersMost(long seed) {
    FaultPlan plan = plan(seed, 12);

    assertThat(plan.faults()).extracting(PlannedFault::kind).containsAll(ALL.subList(0, 8));
  }

  @Test
  void faultsComeInTheirTimeAndLastAsLongAsTheirKindSays() {
    for (PlannedFault fault : plan(7, 600).faults()) {
      assertThat(fault.atMillis()).isBetween(0L, 600_000L);
      assertThat(fault.lengthMillis())
          .isBetween(fault.kind().minMillis(), fault.kind().maxMillis());
    }
    assertThat(plan(7, 600).faults()).extracting(PlannedFault::atMillis).isSorted();
  }

  @Test
  void whatIsSwallowedIsSometimesTheOneAndSometimesTheOtherDirection() {
    assertThat(plan(7, 600).faults())
        .filteredOn(fault -> fault.kind() == FaultKind.SWALLOW_DATABASE)
        .extracting(fault -> fault.amount() % 2)
        .contains(0, 1);
  }

  @Test
  void onlyKindsThatArePlannedAreCounted() {
    FaultPlan plan =
        FaultPlan.of(
            1,
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            List.of(FaultKind.KILL_NODE, FaultKind.CUT_BROKER));

    assertThat(plan.counts()).containsOnlyKeys(FaultKind.KILL_NODE, FaultKind.CUT_BROKER);
    assertThat(plan.counts().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(plan.faults().size());
  }

  @Test
  void noKindsAreNoFaults() {
    assertThat(FaultPlan.of(1, Duration.ofHours(1), Duration.ofSeconds(1), List.of()).faults())
        .isEmpty();
  }

  @Test
  void kindsAreWrittenInSmallLetters() {
    assertThat(Arrays.stream(FaultKind.values()).map(FaultKind::word))
        .allMatch(word -> word.matches("[a-z-]+"));
  }
}
