package dev.semel.bench.report;

import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Round;
import dev.semel.bench.measure.Spread;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How often variants of one work got done with a number of connections, each as a ratio to the
 * first. Immutable.
 *
 * @param targets what the ratio of a variant should be, by its name; others are for comparison only
 * @param secondBase a variant to compare all of them with in addition, or null
 */
public record Rates(
    String work,
    int connections,
    Comparison comparison,
    Map<String, Target> targets,
    @Nullable String secondBase) {

  public Rates {
    targets = Map.copyOf(targets);
    for (String variant : targets.keySet()) {
      if (!comparison.variants().contains(variant)) {
        throw new IllegalArgumentException("there is a target but no variant " + variant);
      }
    }
  }

  Spread ratio(int variant) {
    return comparison.ratio(variant, 0, Round::perSecond);
  }

  Optional<Spread> secondRatio(int variant) {
    return Optional.ofNullable(secondBase)
        .map(base -> comparison.variants().indexOf(base))
        .map(base -> comparison.ratio(variant, base, Round::perSecond));
  }

  String judge(int variant) {
    Target target = target(variant);
    return target == null ? "" : target.judge(ratio(variant).median());
  }

  /** Draws the variants that have a target. */
  void drawOn(Chart chart) {
    for (int variant = 0; variant < comparison.variants().size(); variant++) {
      Target target = target(variant);
      if (target != null) {
        String label =
            String.format(
                Locale.ROOT,
                "%s, %d connection%s: %s",
                work,
                connections,
                connections == 1 ? "" : "s",
                comparison.variants().get(variant));
        chart.add(label, ratio(variant).median(), target);
      }
    }
  }

  private @Nullable Target target(int variant) {
    return targets.get(comparison.variants().get(variant));
  }
}
