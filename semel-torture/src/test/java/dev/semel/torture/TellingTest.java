package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.check.Rule;
import dev.semel.torture.check.Violation;
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
