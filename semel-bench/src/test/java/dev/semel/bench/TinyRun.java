package dev.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A run so small that its numbers mean nothing. */
final class TinyRun {
  private static final List<String> TINY =
      List.of(
          "--rounds", "1",
          "--seconds", "0.1",
          "--connections", "2",
          "--records", "1000",
          "--events", "50",
          "--waiting", "500",
          "--history", "100");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Runs with these words alone, and returns the exit code. */
  int run(String... words) {
    return Bench.run(
        List.of(words),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  /** The report of a tiny run with these words more. */
  String report(String... more) {
    List<String> words = new ArrayList<>(TINY);
    words.addAll(List.of(more));
    assertThat(run(words.toArray(String[]::new))).as(errors()).isZero();
    return output();
  }

  String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
