package dev.semel.demo.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Whether the promise held: one effect per intent, none lost. Computed from what the database has
 * and what the callers were told; nothing is taken from the counters.
 *
 * @param held whether all checks did
 * @param violations in words, at most {@value #MAX_VIOLATIONS}
 */
public record Verdict(boolean held, List<Check> checks, List<String> violations) {
  static final int MAX_VIOLATIONS = 20;

  private static final int CREATED = 201;

  /**
   * One question.
   *
   * @param name stable
   * @param says the question, for people
   * @param expected what should be counted
   * @param found what was counted
   * @param held whether every single intent is as it should be, not just the sum
   */
  public record Check(String name, String says, long expected, long found, boolean held) {}

  /**
   * Judges.
   *
   * @param found of each intent
   * @param told to the callers of each intent
   * @param effects all that the storm left behind, those that belong to no intent included
   */
  static Verdict of(List<Found> found, List<Acknowledgement> told, long effects) {
    return new Judge(found, told).judge(effects);
  }

  /** Judges also what became of the events. */
  Verdict with(EventsFound events) {
    List<Check> all = new ArrayList<>(checks);
    all.add(
        same(
            "published",
            "Committed events that are in Kafka",
            events.committed(),
            events.published()));
    all.add(none("strangers", "Records in Kafka that nobody committed", events.strangers()));
    all.add(
        same(
            "applied",
            "Committed events that the dashboard applied",
            events.committed(),
            events.applied()));
    all.add(none("appliedTwice", "Events that were applied twice", events.appliedTwice()));
    all.add(none("outOfOrder", "Events applied out of their case’s order", events.outOfOrder()));
    all.add(none("projection", "Cases that the dashboard shows wrongly", events.wrongCases()));
    return new Verdict(all.stream().allMatch(Check::held), List.copyOf(all), violations);
  }

  private static Check same(String name, String says, long expected, long found) {
    return new Check(name, says, expected, found, expected == found);
  }

  private static Check none(String name, String says, long found) {
    return same(name, says, 0, found);
  }

  /** Collects checks and violations. */
  private static final class Judge {
    private final List<Found> found;
    private final List<Acknowledgement> told;
    private final Map<Integer, Found> byNumber;
    private final List<Check> checks = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();

    Judge(List<Found> found, List<Acknowledgement> told) {
      this.found = found;
      this.told = told;
      this.byNumber = found.stream().collect(Collectors.toMap(Found::number, Function.identity()));
    }

    Verdict judge(long effects) {
      one("effects", "One effect per intent, counted as cases and notes", Found::effects);
      one("audits", "One audit row per intent", Found::audits);
      one("events", "One event per intent", Found::events);
      one("records", "One record per intent", Found::records);
      long strays = effects - found.stream().mapToLong(Found::effects).sum();
      checks.add(new Check("strays", "Effects that belong to no intent", 0, strays, strays == 0));
      none("lost", "Acknowledged intents whose effect is missing", this::isLost);
      none(
          "differing",
          "Intents whose callers were told different things",
          Acknowledgement::differing);
      none("refused", "Intents that were refused", Judge::isRefused);
      none("unanswered", "Intents that nobody was told about", it -> it.status() == null);
      boolean held = checks.stream().allMatch(Check::held);
      return new Verdict(
          held, List.copyOf(checks), violations.stream().limit(MAX_VIOLATIONS).toList());
    }

    private void one(String name, String says, ToLongFunction<Found> counted) {
      List<Found> wrong = found.stream().filter(it -> counted.applyAsLong(it) != 1).toList();
      wrong.forEach(
          it ->
              violations.add(
                  "intent %d has %d %s".formatted(it.number(), counted.applyAsLong(it), name)));
      long sum = found.stream().mapToLong(counted).sum();
      checks.add(new Check(name, says, told.size(), sum, wrong.isEmpty() && complete()));
    }

    private boolean complete() {
      return found.size() == told.size();
    }

    private void none(String name, String says, Predicate<Acknowledgement> isWrong) {
      List<Acknowledgement> wrong = told.stream().filter(isWrong).toList();
      wrong.forEach(it -> violations.add("intent %d is %s".formatted(it.number(), name)));
      checks.add(new Check(name, says, 0, wrong.size(), wrong.isEmpty()));
    }

    private boolean isLost(Acknowledgement it) {
      Found row = byNumber.get(it.number());
      return it.id() != null && (row == null || !row.ids().contains(it.id()));
    }

    private static boolean isRefused(Acknowledgement it) {
      return it.status() != null && it.status() != CREATED;
    }
  }
}
