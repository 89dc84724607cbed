package dev.semel.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
   * Compares variants that run in this process.
   *
   * @param cell what is compared, for the person who waits
   * @param threads how many threads work at a time
   */
  public Comparison compare(String cell, int threads, List<Variant> variants) {
    try (Crew crew = new Crew(threads)) {
      List<Turn> turns =
          variants.stream()
              .map(variant -> new Turn(variant.name(), time -> crew.work(variant.work(), time)))
              .toList();
      return compare(cell, turns);
    }
  }

  /**
   * Compares variants, wherever they run.
   *
   * @param cell what is compared, for the person who waits
   */
  public Comparison compare(String cell, List<Turn> turns) {
    List<List<Round>> rounds = new ArrayList<>();
    turns.forEach(turn -> rounds.add(new ArrayList<>()));
    progress.say("%s, warming up".formatted(cell));
    turns.forEach(turn -> turn.take(plan.perRound()));
    for (int round = 1; round <= plan.rounds(); round++) {
      for (int i = 0; i < turns.size(); i++) {
        rounds.get(i).add(turns.get(i).take(plan.perRound()));
      }
      progress.say(
          String.format(
              Locale.ROOT,
              "%s, round %d of %d: %s",
              cell,
              round,
              plan.rounds(),
              last(turns, rounds)));
    }
    return new Comparison(turns.stream().map(Turn::variant).toList(), rounds);
  }

  private static String last(List<Turn> turns, List<List<Round>> rounds) {
    List<String> rates = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      List<Round> own = rounds.get(i);
      double rate = own.get(own.size() - 1).perSecond();
      rates.add(String.format(Locale.ROOT, "%s %.0f/s", turns.get(i).variant(), rate));
    }
    return String.join(" · ", rates);
  }
}
