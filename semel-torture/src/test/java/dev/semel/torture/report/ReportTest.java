package dev.semel.torture.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.bank.Op;
import dev.semel.torture.check.History;
import dev.semel.torture.check.IntentName;
import dev.semel.torture.check.Rule;
import dev.semel.torture.check.Verdict;
import dev.semel.torture.check.Violation;
import dev.semel.torture.load.Crowd.Asked;
import dev.semel.torture.nemesis.FaultKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static TortureResult result(List<Violation> violations, @Nullable Path kept) {
    return new TortureResult(
        "./semel torture --seed 7",
        Instant.parse("2026-11-16T13:00:00Z"),
        5,
        Map.of(FaultKind.KILL_NODE, 3L, FaultKind.LOSE_REPLY, 1L),
        "one PostgreSQL 18",
        0,
        1_200,
        Duration.ofMinutes(2),
        new Asked(10, 9),
        new Asked(10, 8),
        Duration.ofSeconds(15),
        Map.of("purged events", 33L),
        new TortureResult.Counts(
            1_300, 4_000, 1_500, new History.Tally(1_290, 7, 60, 3), 19, 1_290, 30, 2_100),
        new Verdict(violations, Map.of(Rule.EFFECT_TWICE, 1_290L)),
        kept);
  }

  @Test
  void aCleanRunTellsWhatWasDoneAndHowToDoItAgain() {
    String page = Report.of(result(List.of(), null));

    assertThat(page)
        .contains("**Verdict: every promise held.**")
        .contains("Begun 2026-11-16 13:00 UTC")
        .contains("one PostgreSQL 18, all was healed after 2:00, and quiet 0:15 after that.")
        .contains("| calls answered per second, until all was healed | 10.0 |")
        .contains("| answers asked for once more in the end | 10 |")
        .contains("| of these, answered | 9 |")
        .contains("| and answered a last time, when all was quiet | 8 |")
        .contains("| purged events | 33 |")
        .contains("Semel from its classes")
        .containsPattern("Kafka \\d+\\.\\d+\\.\\d+")
        .contains("| rejected, the account having too little | 7 |")
        .contains("| answers that said so, repetitions included | 19 |")
        .contains("| refused, the key having another payload | 60 |")
        .contains("4 faults happened of 5 that were planned.")
        .contains("| kill-node | 3 | a node is killed, and started again |")
        .contains("| kill-broker | 0 |")
        .contains("| no intent is booked twice | 1290 | 0 |")
        .contains("```\n./semel torture --seed 7\n```")
        .doesNotContain("## Violations")
        .doesNotContain("History and logs");
  }

  @Test
  void aViolationIsToldWithItsAttempts() {
    Violation twice =
        new Violation(
            Rule.EFFECT_TWICE,
            new IntentName("acme", Op.TRANSFER, "c1-5"),
            "booked 2 times: 3, 6",
            List.of("at first", "and then"));

    String page = Report.of(result(List.of(twice), Path.of("/somewhere")));

    assertThat(page)
        .contains("**Verdict: 1 violation.**")
        .contains("| no intent is booked twice | 1290 | 1 |")
        .contains("### EFFECT_TWICE: 1")
        .contains("```\nacme transfer c1-5\nbooked 2 times: 3, 6\nat first\nand then\n```")
        .contains("History and logs of this run are in `/somewhere`.");
  }

  @Test
  void ofManyViolationsSomeAreShown() {
    Violation stuck = new Violation(Rule.STUCK, null, "it waits", List.of());

    String page = Report.of(result(Collections.nCopies(12, stuck), null));

    assertThat(page).contains("12 violations").contains("and 7 more.");
  }
}
