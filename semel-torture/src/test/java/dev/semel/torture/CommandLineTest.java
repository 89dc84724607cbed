package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.torture.nemesis.FaultKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  @TempDir Path folder;

  private static TortureOptions read(String... words) {
    return CommandLine.read(List.of(words), 5);
  }

  @Test
  void nothingSaidIsAMinuteWithEverything() {
    TortureOptions options = read();

    assertThat(options.time()).isEqualTo(Duration.ofMinutes(1));
    assertThat(options.seed()).isEqualTo(5);
    assertThat(options.faults()).containsExactly(FaultKind.values());
    assertThat(options.modes()).isEmpty();
  }

  @Test
  void whatIsSaidCounts() {
    Path report = folder.resolve("report.md");
    TortureOptions options =
        read(
            "--time",
            "30m",
            "--seed",
            "-7",
            "--nodes",
            "3",
            "--clients",
            "40",
            "--pace",
            "800ms",
            "--faults",
            "kill-node,lose-reply",
            "--report",
            report.toString(),
            "--keep");

    assertThat(options)
        .isEqualTo(
            new TortureOptions(
                Duration.ofMinutes(30),
                -7,
                3,
                40,
                Duration.ofMillis(800),
                List.of(FaultKind.KILL_NODE, FaultKind.LOSE_REPLY),
                report,
                Set.of(TortureOptions.Mode.KEEP)));
  }

  @Test
  void theSameIsAskedForAgainByTheCommandLineOfTheReport() {
    TortureOptions options = read("--time", "2h", "--faults", "kill-broker", "--nodes", "4");

    List<String> words = List.of(options.commandLine().replace("./semel torture ", "").split(" "));

    assertThat(CommandLine.read(words, 99)).isEqualTo(options);
  }

  @Test
  void aTimeOfNoWholeSecondsIsAskedForAgainAsItWas() {
    TortureOptions options = read("--time", "1500ms", "--pace", "1201ms");

    List<String> words = List.of(options.commandLine().replace("./semel torture ", "").split(" "));

    assertThat(CommandLine.read(words, 99)).isEqualTo(options);
  }

  @Test
  void aReportThatCannotBeWrittenIsRefusedBeforeTheRun() {
    Path tooLong = folder.resolve("x".repeat(300));

    assertThatThrownBy(() -> read("--report", tooLong.toString()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be written");
  }

  @Test
  void lookingWhetherAReportCanBeWrittenLeavesNothingAndTakesNothing() throws IOException {
    Path old = Files.writeString(folder.resolve("old.md"), "as it was");
    Path fresh = folder.resolve("fresh.md");

    read("--report", old.toString());
    read("--report", fresh.toString());

    assertThat(old).hasContent("as it was");
    assertThat(fresh).doesNotExist();
  }

  @Test
  void aRunWithoutFaultsIsAskedForAgain() {
    TortureOptions options = read("--faults", "none", "--broken");

    List<String> words = List.of(options.commandLine().replace("./semel torture ", "").split(" "));

    assertThat(options.faults()).isEmpty();
    assertThat(CommandLine.read(words, 99)).isEqualTo(options);
  }

  @ParameterizedTest
  @CsvSource({
    "--time, 5, 'give a time from 1s to 4h'",
    "--time, 0s, 'give a time from 1s to 4h'",
    "--time, 3d, 'give a time from 1s to 4h'",
    "--time, 99999999999999s, 'give a time from 1s to 4h'",
    "--pace, 1ms, 'give a time from 200ms to 10m'",
    "--seed, abc, 'give a whole number'",
    "--nodes, 1, 'give a whole number from 2 to 8'",
    "--clients, 0, 'give a whole number from 1 to 200'",
    "--faults, 'none,kill-node', 'has none beside others'",
    "--faults, 'kill-node,none', 'has none beside others'",
    "--report, /tmp, 'which is a folder'",
    "--faults, sunshine, 'there are none, kill-node'",
    "--report, /no/such/folder/x.md, 'there is no folder /no/such/folder'",
    "--sead, 1, 'there is no option --sead'",
  })
  void whatMakesNoSenseIsRefusedInWords(String option, String value, String words) {
    assertThatThrownBy(() -> read(option, value))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(words);
  }

  @Test
  void anOptionWithoutItsValueIsRefused() {
    assertThatThrownBy(() -> read("--time")).hasMessage("--time needs a value");
    assertThatThrownBy(() -> read("--time", "--keep")).hasMessage("--time needs a value");
  }

  @Test
  void aWrongOptionEndsWithTwoAndTellsTheUsage() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int exit =
        Torture.run(
            List.of("--nodes", "x"),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));

    assertThat(exit).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--nodes is x")
        .contains("usage: ./semel torture");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void helpEndsWithZeroAndTellsAllLimitsAndFaults(String option) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int exit =
        Torture.run(
            List.of(option),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));

    assertThat(exit).isZero();
    String help = out.toString(StandardCharsets.UTF_8);
    assertThat(help)
        .contains("--seed")
        .contains("1s to 4h (60s)")
        .contains("200ms to 10m (1500ms)")
        .doesNotContain("--broken");
    assertThat(help.lines()).allMatch(line -> line.length() <= 120);
    for (FaultKind kind : FaultKind.values()) {
      assertThat(help).containsPattern("\\b" + kind.word() + "(,|\n)");
    }
  }
}
