package dev.semel.torture.nemesis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * What is broken when, decided before anything starts by a seed alone: the same seed, time, pace
 * and kinds give the same plan. Immutable.
 *
 * <p>Kinds are drawn like cards: none comes again before all have come. The first hand is dealt in
 * the order of {@link FaultKind} as far as time does not allow for all of them, so that even a
 * short run has those that matter most.
 */
public record FaultPlan(List<PlannedFault> faults) {
  private static final int MAX_DELAY_MILLIS = 1_500;
  private static final int MIN_DELAY_MILLIS = 50;
  private static final int MAX_SHIFT_MILLIS = 20_000;
  private static final int MAX_TARGET = 1_000;

  public FaultPlan {
    faults = List.copyOf(faults);
  }

  /**
   * Deals the faults of a run.
   *
   * @param time for which faults happen
   * @param pace the mean time between two of them
   * @param kinds of which they are drawn
   */
  public static FaultPlan of(long seed, Duration time, Duration pace, List<FaultKind> kinds) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PlannedFault> faults = new ArrayList<>();
    List<FaultKind> hand = firstHand(kinds, minFaults(time, pace), random);
    long at = gap(pace, random) / 2;
    while (at < time.toMillis() && !kinds.isEmpty()) {
      if (hand.isEmpty()) {
        hand = shuffled(kinds, random);
      }
      faults.add(fault(at, hand.remove(0), random));
      at += gap(pace, random);
    }
    return new FaultPlan(faults);
  }

  /** How often each kind is planned; those that are not are left out. */
  public Map<FaultKind, Long> counts() {
    return faults.stream()
        .collect(
            Collectors.groupingBy(
                PlannedFault::kind, () -> new EnumMap<>(FaultKind.class), Collectors.counting()));
  }

  /** How many there are even if all gaps are as long as they can be. */
  private static int minFaults(Duration time, Duration pace) {
    return (int) (time.toMillis() * 2 / (pace.toMillis() * 3));
  }

  private static List<FaultKind> firstHand(
      List<FaultKind> kinds, int places, SplittableRandom random) {
    int cards = Math.min(kinds.size(), Math.max(1, places));
    return kinds.isEmpty() ? new ArrayList<>() : shuffled(kinds.subList(0, cards), random);
  }

  private static List<FaultKind> shuffled(List<FaultKind> kinds, SplittableRandom random) {
    List<FaultKind> shuffled = new ArrayList<>(kinds);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      FaultKind swapped = shuffled.set(i, shuffled.get(other));
      shuffled.set(other, swapped);
    }
    return shuffled;
  }

  /** Half the pace to one and a half of it. */
  private static long gap(Duration pace, SplittableRandom random) {
    return pace.toMillis() / 2 + random.nextLong(pace.toMillis() + 1);
  }

  private static PlannedFault fault(long at, FaultKind kind, SplittableRandom random) {
    int target = random.nextInt(MAX_TARGET);
    int length = kind.minMillis() + random.nextInt(kind.maxMillis() - kind.minMillis() + 1);
    int delay = MIN_DELAY_MILLIS + random.nextInt(MAX_DELAY_MILLIS - MIN_DELAY_MILLIS);
    int shift = random.nextInt(2 * MAX_SHIFT_MILLIS) - MAX_SHIFT_MILLIS;
    return new PlannedFault(
        at, kind, target, length, kind == FaultKind.SHIFT_CLOCK ? shift : delay);
  }
}
