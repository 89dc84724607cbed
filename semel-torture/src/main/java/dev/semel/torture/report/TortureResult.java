package dev.semel.torture.report;

import dev.semel.torture.check.History;
import dev.semel.torture.check.Rule;
import dev.semel.torture.check.Snapshot;
import dev.semel.torture.check.Verdict;
import dev.semel.torture.load.Crowd.Asked;
import dev.semel.torture.nemesis.FaultKind;
import dev.semel.torture.nemesis.FaultPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run. Immutable.
 *
 * @param commandLine that asks for the same again
 * @param planned how often the plan had each kind; those that it had not are left out
 * @param happened how often each kind happened
 * @param database what kept the data
 * @param failovers how often another PostgreSQL took over; null if there was none that could
 * @param forcedEnds how often a process was asked to end, did not in time, and had to be killed
 * @param answered calls that were answered until all was healed
 * @param loadTime from the first fault until all was healed
 * @param again answers that were asked for once more in the end
 * @param last the same, a last time
 * @param drainTime from healing until all was quiet
 * @param upkeep what purge and recovery have done, in words, and how often
 * @param kept where history and logs are kept; null if they are deleted
 */
public record TortureResult(
    String commandLine,
    Instant begin,
    Map<FaultKind, Long> planned,
    Map<FaultKind, Long> happened,
    String database,
    @Nullable Integer failovers,
    int forcedEnds,
    long answered,
    Duration loadTime,
    Asked again,
    Asked last,
    Duration drainTime,
    Map<String, Long> upkeep,
    Counts counts,
    Verdict verdict,
    @Nullable Path kept) {

  /**
   * How much there was.
   *
   * @param rejections answers that told of a rejection, repetitions included
   */
  public record Counts(
      int intents,
      long attempts,
      long answers,
      History.Tally tally,
      long rejections,
      long bookings,
      long accounts,
      long topicRecords) {}

  public long totalFaults() {
    return happened.values().stream().mapToLong(Long::longValue).sum();
  }

  public long totalPlanned() {
    return planned.values().stream().mapToLong(Long::longValue).sum();
  }

  /** What the run was to show and could not, in words. Empty if it has shown all of it. */
  public List<String> notShown() {
    List<String> words = new ArrayList<>();
    List<FaultKind> missed =
        planned.keySet().stream().filter(kind -> !happened.containsKey(kind)).sorted().toList();
    if (!missed.isEmpty()) {
      words.add("planned and never happened: " + joined(missed, FaultKind::word));
    }
    if (!verdict.notLookedAt().isEmpty()) {
      words.add("nothing to look at: " + joined(verdict.notLookedAt(), Rule::name));
    }
    return words;
  }

  private static <T> String joined(List<T> all, Function<T, String> word) {
    return all.stream().map(word).collect(Collectors.joining(", "));
  }

  /** The verdict in a few lines. */
  public String summary() {
    StringBuilder lines = new StringBuilder();
    lines.append(
        String.format(
            Locale.ROOT,
            "%d faults, %d intents, %d attempts, %d bookings: %s%n",
            totalFaults(),
            counts.intents(),
            counts.attempts(),
            counts.bookings(),
            verdictWords()));
    for (Map.Entry<Rule, Long> found : verdict.counts().entrySet()) {
      lines.append(String.format(Locale.ROOT, "  %s: %d%n", found.getKey(), found.getValue()));
    }
    if (kept != null) {
      lines.append("history and logs: %s%n".formatted(kept));
    }
    return lines.toString();
  }

  String verdictWords() {
    List<String> missing = notShown();
    return missing.isEmpty()
        ? foundWords("every promise held")
        : "%s; not shown: %s".formatted(foundWords("no violation"), String.join("; ", missing));
  }

  private String foundWords(String none) {
    return switch (verdict.violations().size()) {
      case 0 -> none;
      case 1 -> "1 violation";
      default -> verdict.violations().size() + " violations";
    };
  }

  /** Puts a result together while the run goes on. For one thread. */
  public static final class Builder {
    private final String commandLine;
    private final Instant begin;
    private Map<FaultKind, Long> planned = Map.of();
    private Map<FaultKind, Long> happened = new EnumMap<>(FaultKind.class);
    private String database = "";
    private @Nullable Integer failovers;
    private int forcedEnds;
    private long answered;
    private Duration loadTime = Duration.ZERO;
    private Asked again = new Asked(0, 0);
    private Asked last = new Asked(0, 0);
    private Duration drainTime = Duration.ZERO;
    private Map<String, Long> upkeep = Map.of();
    private @Nullable Counts counts;
    private @Nullable Verdict verdict;
    private @Nullable Path kept;

    public Builder(String commandLine, Instant begin) {
      this.commandLine = commandLine;
      this.begin = begin;
    }

    public void load(long answeredCalls, Duration time) {
      answered = answeredCalls;
      loadTime = time;
    }

    public void faults(FaultPlan plan, Map<FaultKind, Long> counted) {
      planned = plan.counts();
      happened = counted;
    }

    public void database(String words, @Nullable Integer times) {
      database = words;
      failovers = times;
    }

    public void forcedEnds(int times) {
      forcedEnds = times;
    }

    public void drained(Asked askedAgain, Asked askedLast, Duration time) {
      again = askedAgain;
      last = askedLast;
      drainTime = time;
    }

    public void upkeep(Map<String, Long> counted) {
      upkeep = counted;
    }

    public void checked(
        History history, Snapshot snapshot, Verdict found, @Nullable Path keptFolder) {
      counts =
          new Counts(
              history.size(),
              history.attempts(),
              history.answers(),
              history.tally(),
              history.rejections(),
              snapshot.bookings().size(),
              snapshot.accounts().size(),
              snapshot.topic().size());
      verdict = found;
      kept = keptFolder;
    }

    public TortureResult build() {
      return new TortureResult(
          commandLine,
          begin,
          planned,
          happened,
          database,
          failovers,
          forcedEnds,
          answered,
          loadTime,
          again,
          last,
          drainTime,
          upkeep,
          Objects.requireNonNull(counts),
          Objects.requireNonNull(verdict),
          kept);
    }
  }
}
