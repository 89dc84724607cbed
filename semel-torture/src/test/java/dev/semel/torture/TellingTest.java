package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.check.Rule;
import dev.semel.torture.check.Verdict;
import dev.semel.torture.check.Violation;
import dev.semel.torture.nemesis.FaultKind;
import dev.semel.torture.report.Progress;
import dev.semel.torture.report.Report;
import dev.semel.torture.report.SampleResult;
import dev.semel.torture.report.TortureResult;
import dev.semel.torture.world.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A verdict is told, whatever goes wrong after it was found. */
class TellingTest {
  private static final TortureResult CLEAN = SampleResult.of(List.of(), null);

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static PrintStream utf8(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private int tell(Path report, TortureResult result) {
    return Torture.tell(report, result, utf8(out), utf8(err));
  }

  @Test
  void aReportThatCanBeWrittenIsInItsFile() {
    Path report = folder.resolve("report.md");

    assertThat(tell(report, CLEAN)).isZero();

    assertThat(report).hasContent(Report.of(CLEAN));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("every promise held")
        .contains("report: " + report);
    assertThat(err.size()).isZero();
  }

  @Test
  void aViolationEndsWithOne() {
    Violation stuck = new Violation(Rule.STUCK, null, "it waits", List.of());

    assertThat(tell(folder.resolve("report.md"), SampleResult.of(List.of(stuck), null)))
        .isEqualTo(1);
  }

  @Test
  void aFaultThatWasPlannedAndNeverHappenedIsNotShown() {
    Verdict clean = new Verdict(List.of(), SampleResult.lookedAt());
    TortureResult result = SampleResult.of(clean, Map.of(FaultKind.KILL_NODE, 3L));

    assertNotShown(result, "planned and never happened: lose-reply");
  }

  @Test
  void aRuleThatHadNothingToLookAtIsNotShown() {
    Map<Rule, Long> lookedAt = SampleResult.lookedAt();
    lookedAt.remove(Rule.DONE_AGAIN);
    lookedAt.put(Rule.STUCK, 0L);

    assertNotShown(
        SampleResult.of(new Verdict(List.of(), lookedAt), SampleResult.HAPPENED),
        "nothing to look at: DONE_AGAIN, STUCK");
  }

  private void assertNotShown(TortureResult result, String words) {
    Path report = folder.resolve("report.md");

    assertThat(tell(report, result)).isEqualTo(3);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(": no violation; not shown: " + words + "\n");
    assertThat(report).content().contains("**Verdict: no violation; not shown: " + words + ".**");
  }

  @Test
  void aViolationEndsWithOneThoughSomethingIsNotShown() {
    Violation stuck = new Violation(Rule.STUCK, null, "it waits", List.of());
    Verdict verdict = new Verdict(List.of(stuck), Map.of(Rule.STUCK, 9L));

    assertThat(tell(folder.resolve("report.md"), SampleResult.of(verdict, Map.of()))).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(": 1 violation; not shown: planned and never happened: kill-node, lose-reply; ");
  }

  @Test
  void aReportThatCannotBeWrittenIsOnStandardOutput() {
    Path report = folder.resolve("no-such-folder").resolve("report.md");

    assertThat(tell(report, CLEAN)).isEqualTo(3);

    assertThat(out.toString(StandardCharsets.UTF_8)).contains(Report.of(CLEAN));
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("the report is on standard output")
        .contains(report.toString());
  }

  @Test
  void aFolderThatCannotBeDeletedIsAWarning() {
    RunFolder gone = new RunFolder(folder.resolve("gone"));

    TortureRun.delete(gone, Progress.to(utf8(err)));

    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("history and logs are left over")
        .contains(gone.path().toString());
  }
}
