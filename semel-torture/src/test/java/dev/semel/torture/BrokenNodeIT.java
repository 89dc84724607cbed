package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.world.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that remembers in memory what it has done, and pays without a lease, beside one that does
 * it right.
 */
@Tag("thorough")
class BrokenNodeIT {
  private static final Pattern KEPT = Pattern.compile("history and logs: (.+)");

  @TempDir Path folder;

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void aMarkOutsideTheTransactionAndAPaymentWithoutALeaseAreFound() throws IOException {
    Path report = folder.resolve("report.md");
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int exit =
        Torture.run(
            List.of(
                "--broken",
                "--time",
                "2s",
                "--faults",
                "none",
                "--clients",
                "4",
                "--seed",
                "1",
                "--report",
                report.toString()),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err);

    String told = out.toString(StandardCharsets.UTF_8);
    Matcher kept = KEPT.matcher(told);
    assertThat(kept.find()).as(told).isTrue();
    new RunFolder(Path.of(kept.group(1))).delete();
    assertThat(exit).isEqualTo(1);
    assertThat(told).contains("EFFECT_TWICE", "DONE_AGAIN", "PAID_UNDECIDED");
    assertThat(Files.readString(report))
        .contains("### EFFECT_TWICE")
        .contains("booked 2 times")
        .contains("the last answer does not come from its record")
        .contains("the provider was asked to pay once more")
        .contains("times to pay, and decisions to run again: 0")
        .contains("--broken");
  }
}
