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
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run. Immutable.
 *
 * @param commandLine that asks for the same again
 * @param planned how many faults the plan had
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
    int planned,
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
    int found = verdict.violations().size();
    if (found == 0) {
      return "every promise held";
    }
    return found == 1 ? "1 violation" : found + " violations";
  }

  /** Puts a result together while the run goes on. For one thread. */
  public static final class Builder {
    private final String commandLine;
    private final Instant begin;
    private int planned;
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
      planned = plan.faults().size();
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
