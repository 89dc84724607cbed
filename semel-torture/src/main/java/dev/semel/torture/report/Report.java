package dev.semel.torture.report;

import dev.semel.torture.check.Rule;
import dev.semel.torture.check.Violation;
import dev.semel.torture.nemesis.FaultKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.utils.AppInfoParser;
import org.jspecify.annotations.Nullable;

/** A result as a page. */
public final class Report {
  /** What is built from, if whoever started this knows. */
  private static final String COMMIT = "semel.commit";

  private static final int MAX_SHOWN_PER_RULE = 5;
  private static final int MAX_SHOWN_ATTEMPTS = 60;
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final TortureResult result;
  private final StringBuilder page = new StringBuilder();

  private Report(TortureResult result) {
    this.result = result;
  }

  public static void write(Path file, TortureResult result) {
    try {
      Files.writeString(file, new Report(result).page());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the report " + file, e);
    }
  }

  public static String of(TortureResult result) {
    return new Report(result).page();
  }

  private String page() {
    verdict();
    load();
    faults();
    upkeep();
    checks();
    violations();
    again();
    return page.toString();
  }

  private void line(String words) {
    page.append(words).append('\n');
  }

  /** The same words wherever it runs. */
  @SuppressWarnings("AnnotateFormatMethod") // The annotation would be one more dependency.
  private void line(String format, @Nullable Object... arguments) {
    line(String.format(Locale.ROOT, format, arguments));
  }

  private void verdict() {
    line("# Torture run\n");
    line("**Verdict: %s.**\n", result.verdictWords());
    line(
        "Begun %s, on %s cores, Java %s, %s.",
        MINUTE.format(result.begin()),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"),
        System.getProperty("os.name"));
    line(
        "The bank ran on %s, all was healed after %s, and quiet %s after that.",
        result.database(), Progress.clock(result.loadTime()), Progress.clock(result.drainTime()));
    line("Semel %s, Kafka %s.%n", semelVersion(), AppInfoParser.getVersion());
  }

  /** Of this jar, which is built with the rest; the launcher knows the commit. */
  private static String semelVersion() {
    String version = Report.class.getPackage().getImplementationVersion();
    String commit = System.getProperty(COMMIT);
    return (version == null ? "from its classes" : version)
        + (commit == null || commit.isEmpty() ? "" : ", commit " + commit);
  }

  private void load() {
    TortureResult.Counts counts = result.counts();
    line("## What was asked\n");
    line("| | |\n|---|---:|");
    line("| intents | %d |", counts.intents());
    line("| attempts at them | %d |", counts.attempts());
    line("| answers | %d |", counts.answers());
    line("| calls answered per second, until all was healed | %.1f |", perSecond());
    line("| answers asked for once more in the end | %d |", result.again().asked());
    line("| of these, answered | %d |", result.again().answered());
    line("| and answered a last time, when all was quiet | %d |", result.last().answered());
    line("| commands that were done | %d |", counts.tally().done());
    line("| rejected, the account having too little | %d |", counts.tally().rejected());
    line("| answers that said so, repetitions included | %d |", counts.rejections());
    line("| refused, the key having another payload | %d |", counts.tally().refused());
    line(
        "| given up by their clients, their retention being over | %d |", counts.tally().givenUp());
    line("| bookings | %d |", counts.bookings());
    line("| accounts | %d |", counts.accounts());
    line("| records on the topic, repetitions included | %d |\n", counts.topicRecords());
  }

  private double perSecond() {
    return result.answered() * 1000.0 / Math.max(1, result.loadTime().toMillis());
  }

  private void faults() {
    line("## What was broken\n");
    line(
        "%d faults happened of %d that were planned.\n",
        result.totalFaults(), result.totalPlanned());
    if (result.failovers() != null) {
      line("Another PostgreSQL took over %d times.%n", result.failovers());
    }
    line(
        "Processes that were asked to end, did not in time and had to be killed: %d.\n",
        result.forcedEnds());
    line("| fault | times | what it is |\n|---|---:|---|");
    for (FaultKind kind : FaultKind.values()) {
      line("| %s | %d | %s |", kind.word(), result.happened().getOrDefault(kind, 0L), kind.words());
    }
    line("");
  }

  private void upkeep() {
    line("## What was purged and decided\n");
    line("| | times |\n|---|---:|");
    result.upkeep().forEach((what, times) -> line("| %s | %d |", what, times));
    line("");
  }

  private void checks() {
    Map<Rule, Long> found = result.verdict().counts();
    line("## What was checked\n");
    line("| promise | looked at | violations |\n|---|---:|---:|");
    for (Rule rule : Rule.values()) {
      line(
          "| %s | %d | %d |",
          rule.promise(),
          result.verdict().lookedAt().getOrDefault(rule, 0L),
          found.getOrDefault(rule, 0L));
    }
    line("");
  }

  private void violations() {
    if (result.verdict().isClean()) {
      return;
    }
    line("## Violations\n");
    for (Rule rule : Rule.values()) {
      List<Violation> broken =
          result.verdict().violations().stream().filter(one -> one.rule() == rule).toList();
      if (!broken.isEmpty()) {
        violations(rule, broken);
      }
    }
  }

  private void violations(Rule rule, List<Violation> broken) {
    line("### %s: %d\n", rule, broken.size());
    broken.stream().limit(MAX_SHOWN_PER_RULE).forEach(this::violation);
    if (broken.size() > MAX_SHOWN_PER_RULE) {
      line("and %d more.\n", broken.size() - MAX_SHOWN_PER_RULE);
    }
  }

  private void violation(Violation violation) {
    line("```");
    line(violation.intent() == null ? "(no intent)" : violation.intent().toString());
    line(violation.words());
    violation.attempts().stream().limit(MAX_SHOWN_ATTEMPTS).forEach(this::line);
    int more = violation.attempts().size() - MAX_SHOWN_ATTEMPTS;
    if (more > 0) {
      line("and %d lines more", more);
    }
    line("```\n");
  }

  private void again() {
    line("## To see it again\n");
    line("```\n%s\n```\n", result.commandLine());
    line(
        "The seed decides which faults are planned when, and what kinds of commands clients send. It does not decide how");
    line(
        "threads and processes interleave: two runs of one seed break the same things and are not the same run.");
    if (result.kept() != null) {
      line("\nHistory and logs of this run are in `%s`.", result.kept());
    }
  }
}
