package dev.semel.torture.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.bank.Op;
import dev.semel.torture.check.IntentName;
import dev.semel.torture.check.Rule;
import dev.semel.torture.check.Violation;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {
  private final Locale usual = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(usual);
  }

  @ParameterizedTest
  @ValueSource(strings = {"de-DE", "ar-EG"})
  void aReportIsTheSameWhereverItIsWritten(String language) {
    TortureResult result = SampleResult.of(List.of(), null);
    String page = Report.of(result);
    String summary = result.summary();

    Locale.setDefault(Locale.forLanguageTag(language));

    assertThat(Report.of(result)).isEqualTo(page).contains("| 10.0 |");
    assertThat(result.summary()).isEqualTo(summary);
  }

  @Test
  void aCleanRunTellsWhatWasDoneAndHowToDoItAgain() {
    String page = Report.of(SampleResult.of(List.of(), null));

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
        .contains("Processes that were asked to end, did not in time and had to be killed: 2.")
        .contains("| kill-node | 3 | a node is killed, and started again |")
        .contains("| kill-broker | 0 |")
        .contains("| no intent is booked twice | 1290 | 0 |")
        .contains("```\n./semel torture --seed 7\n```")
        .doesNotContain("took over")
        .doesNotContain("## Violations")
        .doesNotContain("History and logs");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void howOftenAnotherServerTookOverIsToldEvenIfItNeverDid(int times) {
    assertThat(Report.of(SampleResult.of(List.of(), null, times)))
        .contains("Another PostgreSQL took over %d times.".formatted(times));
  }

  @Test
  void aViolationIsToldWithItsAttempts() {
    Violation twice =
        new Violation(
            Rule.EFFECT_TWICE,
            new IntentName("acme", Op.TRANSFER, "c1-5"),
            "booked 2 times: 3, 6",
            List.of("at first", "and then"));

    String page = Report.of(SampleResult.of(List.of(twice), Path.of("/somewhere")));

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

    String page = Report.of(SampleResult.of(Collections.nCopies(12, stuck), null));

    assertThat(page).contains("12 violations").contains("and 7 more.");
  }
}
