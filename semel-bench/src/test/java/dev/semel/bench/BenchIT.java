package dev.semel.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.bench.measure.Comparison;
import dev.semel.bench.measure.Progress;
import dev.semel.bench.measure.Round;
import dev.semel.bench.report.Rates;
import dev.semel.bench.report.Target;
import dev.semel.bench.scenario.Scenario;
import dev.semel.bench.scenario.Stage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That every scenario of commands runs; its numbers mean nothing here. */
@Tag("thorough")
class BenchIT {
  private final TinyRun run = new TinyRun();

  @Test
  void everyScenarioOfCommandsRunsAndHasItsLines() {
    assertThat(run.report("--only", "smallest,full,replay,storm,size,purge,http,counts"))
        .contains("| one insert ")
        .contains("| read, update, audit, event ")
        .contains("| replay ")
        .contains("| other keys beside a storm ")
        .contains("| one insert beside a purge ")
        .contains("| HTTP: add a note ")
        .contains("| HTTP: 5 MB of bytes ")
        .contains("### Size of the record table")
        .contains("### Counts per command");
  }

  @Test
  void aScenarioThatFailsIsNamedAndWhatWasMeasuredBeforeItIsPrinted() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BenchRun failing =
        new BenchRun(
            BenchOptions.standard(),
            List.of(named("first", BenchIT::measure), named("second", BenchIT::fail)),
            List.of(),
            print(out),
            new Progress(print(OutputStream.nullOutputStream())));

    assertThatThrownBy(failing::run).hasMessage("the disk is full");

    assertThat(out.toString(UTF_8))
        .contains("**second failed; what was measured before it:**")
        .contains("| things counted |");
  }

  @Test
  void aRunIsWrittenIntoItsPageWithADrawingBesideIt(@TempDir Path folder) throws IOException {
    Path page =
        Files.writeString(
            folder.resolve("page.md"),
            """
            Before.
            <!-- table begin -->
            old
            <!-- table end -->
            Between.
            <!-- events begin -->
            kept
            <!-- events end -->
            After.
            """);
    BenchRun whole =
        new BenchRun(
            BenchOptions.standard().withOut(page),
            List.of(named("first", BenchIT::compare)),
            List.of("--rounds", "1"),
            print(OutputStream.nullOutputStream()),
            new Progress(print(OutputStream.nullOutputStream())));

    whole.run();

    assertThat(Files.readString(page))
        .startsWith("Before.\n<!-- table begin -->\n")
        .contains("    ./semel bench --rounds 1\n")
        .contains("![commands against their targets](page-commands.svg)")
        .contains("| things ")
        .endsWith("Between.\n<!-- events begin -->\nkept\n<!-- events end -->\nAfter.\n")
        .doesNotContain("old");
    assertThat(folder.resolve("page-commands.svg"))
        .content()
        .contains("things, 1 connection: Semel");
    assertThat(folder.resolve("page-events.svg")).doesNotExist();
  }

  private static void compare(Stage stage) {
    List<Round> rounds = List.of(Round.of(1_000, new long[] {1_000}));
    Comparison comparison = new Comparison(List.of("by hand", "Semel"), List.of(rounds, rounds));
    stage
        .report()
        .add(new Rates("things", 1, comparison, Map.of("Semel", Target.atLeast(1)), null));
  }

  private static Scenario named(String name, Consumer<Stage> work) {
    return new Scenario() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void run(Stage stage) {
        work.accept(stage);
      }
    };
  }

  private static void measure(Stage stage) {
    stage.report().fact("things counted", 1, 1);
  }

  private static void fail(Stage stage) {
    throw new IllegalStateException("the disk is full");
  }

  private static PrintStream print(OutputStream out) {
    return new PrintStream(out, true, UTF_8);
  }

  @Test
  void aWrongWordIsRefusedBeforeAnythingStarts() {
    assertThat(run.run("--only", "nothing")).isEqualTo(2);

    assertThat(run.errors())
        .startsWith("semel bench: --only is nothing; there are smallest, ")
        .contains("usage: ./semel bench");
    assertThat(run.output()).isEmpty();
  }
}
