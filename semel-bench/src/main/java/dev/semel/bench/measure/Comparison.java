package dev.semel.bench.measure;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Rounds of several variants that were run in turns. Variants are compared within a round, where
 * the machine was in the same mood, and the median of those ratios counts.
 *
 * @param variants their names; the first is what the others are compared with
 * @param rounds for each variant its rounds, in the order they were run
 */
public record Comparison(List<String> variants, List<List<Round>> rounds) {

  /** A figure of one variant over its rounds. */
  public Spread figure(int variant, ToDoubleFunction<Round> figure) {
    return Spread.of(rounds.get(variant).stream().mapToDouble(figure).toArray());
  }

  /** A figure of one variant as a multiple of the same figure of another, round by round. */
  public Spread ratio(int variant, int base, ToDoubleFunction<Round> figure) {
    List<Round> these = rounds.get(variant);
    List<Round> those = rounds.get(base);
    return Spread.of(
        IntStream.range(0, these.size())
            .mapToDouble(
                i -> figure.applyAsDouble(these.get(i)) / figure.applyAsDouble(those.get(i)))
            .toArray());
  }
}
