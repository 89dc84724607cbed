package dev.semel.torture.report;

import dev.semel.torture.load.Crowd;
import dev.semel.torture.nemesis.Nemesis;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Tells how far a run is: on a terminal in one line that changes, elsewhere in a line every few
 * seconds. For one thread.
 */
public final class Progress {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private final PrintStream out;
  private final boolean isTerminal;
  private int shownCharacters;
  private long lastLineNanos;

  private Progress(PrintStream out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  public static Progress to(PrintStream out) {
    return new Progress(out, isTerminal());
  }

  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** The run has come to its next part. */
  public void phase(String words) {
    clear();
    out.println("torture: " + words);
    lastLineNanos = System.nanoTime();
  }

  /** Things are being broken. */
  public void breaking(Duration time, long startNanos, Nemesis nemesis, Crowd crowd) {
    long nanos = System.nanoTime();
    if (!isTerminal && nanos - lastLineNanos < BETWEEN_LINES.toNanos()) {
      return;
    }
    lastLineNanos = nanos;
    show(
        "torture: %s of %s · %d faults (%s) · %d answered, %d waiting"
            .formatted(
                clock(Duration.ofNanos(nanos - startNanos)),
                clock(time),
                nemesis.total(),
                nemesis.latest(),
                crowd.answered(),
                crowd.aside()));
  }

  static String clock(Duration time) {
    return "%d:%02d".formatted(time.toMinutes(), time.toSecondsPart());
  }

  private void show(String line) {
    if (!isTerminal) {
      out.println(line);
      return;
    }
    out.print("\r" + line + " ".repeat(Math.max(0, shownCharacters - line.length())));
    out.flush();
    shownCharacters = line.length();
  }

  private void clear() {
    if (shownCharacters > 0) {
      out.println();
      shownCharacters = 0;
    }
  }

  public void end() {
    clear();
  }
}
