package dev.semel.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs variants in turns: A B C, A B C, … After a warm-up of each, all get the same number of
 * rounds, so that whatever changes over time, the machine, the size of the tables, changes for all.
 */
public final class Interleaved {
  private final Plan plan;
  private final Progress progress;

  public Interleaved(Plan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Compares variants.
   *
   * @param cell what is compared, for the person who waits
   * @param threads how many threads work at a time
   */
  public Comparison compare(String cell, int threads, List<Variant> variants) {
    List<List<Round>> rounds = new ArrayList<>();
    variants.forEach(variant -> rounds.add(new ArrayList<>()));
    try (Crew crew = new Crew(threads)) {
      warmUp(crew, cell, variants);
      for (int round = 1; round <= plan.rounds(); round++) {
        takeTurns(crew, variants, rounds);
        progress.say(
            "%s, round %d of %d: %s".formatted(cell, round, plan.rounds(), last(variants, rounds)));
      }
    }
    return new Comparison(variants.stream().map(Variant::name).toList(), rounds);
  }

  private void warmUp(Crew crew, String cell, List<Variant> variants) {
    progress.say("%s, warming up".formatted(cell));
    Duration duration = plan.perRound();
    variants.forEach(variant -> crew.work(variant.work(), duration));
  }

  private void takeTurns(Crew crew, List<Variant> variants, List<List<Round>> rounds) {
    for (int i = 0; i < variants.size(); i++) {
      rounds.get(i).add(crew.work(variants.get(i).work(), plan.perRound()));
    }
  }

  private static String last(List<Variant> variants, List<List<Round>> rounds) {
    List<String> rates = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      List<Round> own = rounds.get(i);
      double rate = own.get(own.size() - 1).perSecond();
      rates.add("%s %.0f/s".formatted(variants.get(i).name(), rate));
    }
    return String.join(" · ", rates);
  }
}
