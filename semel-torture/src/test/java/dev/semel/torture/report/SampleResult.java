package dev.semel.torture.report;

import dev.semel.torture.check.History;
import dev.semel.torture.check.Rule;
import dev.semel.torture.check.Verdict;
import dev.semel.torture.check.Violation;
import dev.semel.torture.load.Crowd.Asked;
import dev.semel.torture.nemesis.FaultKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What may have come of a run. */
public final class SampleResult {
  public static final Map<FaultKind, Long> HAPPENED =
      Map.of(FaultKind.KILL_NODE, 3L, FaultKind.LOSE_REPLY, 1L);

  private SampleResult() {}

  public static TortureResult of(List<Violation> violations, @Nullable Path kept) {
    return of(violations, kept, null);
  }

  public static TortureResult of(
      List<Violation> violations, @Nullable Path kept, @Nullable Integer failovers) {
    return of(new Verdict(violations, lookedAt()), HAPPENED, kept, failovers);
  }

  /** One of which some faults were planned, and may not have happened. */
  public static TortureResult of(Verdict verdict, Map<FaultKind, Long> happened) {
    return of(verdict, happened, null, null);
  }

  /** Something of everything. */
  public static Map<Rule, Long> lookedAt() {
    Map<Rule, Long> lookedAt = new EnumMap<>(Rule.class);
    for (Rule rule : Rule.values()) {
      lookedAt.put(rule, rule == Rule.EFFECT_TWICE ? 1_290L : 10L);
    }
    return lookedAt;
  }

  private static TortureResult of(
      Verdict verdict,
      Map<FaultKind, Long> happened,
      @Nullable Path kept,
      @Nullable Integer failovers) {
    return new TortureResult(
        "./semel torture --seed 7",
        Instant.parse("2026-11-16T13:00:00Z"),
        Map.of(FaultKind.KILL_NODE, 4L, FaultKind.LOSE_REPLY, 1L),
        happened,
        "one PostgreSQL 18",
        failovers,
        2,
        1_200,
        Duration.ofMinutes(2),
        new Asked(10, 9),
        new Asked(10, 8),
        Duration.ofSeconds(15),
        Map.of("purged events", 33L),
        new TortureResult.Counts(
            1_300, 4_000, 1_500, new History.Tally(1_290, 7, 60, 3), 19, 1_290, 30, 2_100),
        verdict,
        kept);
  }
}
