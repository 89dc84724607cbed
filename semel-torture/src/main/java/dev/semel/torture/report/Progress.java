package dev.semel.torture.report;

import dev.semel.torture.load.Crowd;
import dev.semel.torture.nemesis.Nemesis;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells how far a run is: on a terminal in one line that changes, elsewhere in a line every few
 * seconds. Safe for several threads.
 */
public final class Progress {
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private final PrintStream out;
  private final boolean isTerminal;
  private final Duration betweenLines;
  private int shownCharacters;
  private long lastLineNanos;
  private @Nullable Thread ticker;

  Progress(PrintStream out, boolean isTerminal, Duration betweenLines) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.betweenLines = betweenLines;
  }

  public static Progress to(PrintStream out) {
    return new Progress(out, isTerminal(), BETWEEN_LINES);
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
  public synchronized void phase(String words) {
    endTicker();
    clear();
    out.println("torture: " + words);
    lastLineNanos = System.nanoTime();
  }

  /**
   * The run has come to its next part, which may take minutes.
   *
   * @param soFar how far it is, in words; asked every few seconds, by another thread, until the
   *     next part or the end
   */
  public synchronized void phase(String words, Supplier<String> soFar) {
    phase(words);
    long startNanos = System.nanoTime();
    Thread thread = new Thread(() -> tick(words, soFar, startNanos), "progress");
    thread.setDaemon(true);
    ticker = thread;
    thread.start();
  }

  private void tick(String words, Supplier<String> soFar, long startNanos) {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(betweenLines.toNanos());
        Duration time = Duration.ofNanos(System.nanoTime() - startNanos);
        tell("torture: %s · %s · %s".formatted(words, clock(time), soFar.get()));
      }
    } catch (InterruptedException e) {
      // The next part has begun.
    }
  }

  private synchronized void tell(String line) {
    if (Thread.currentThread().equals(ticker)) {
      show(line);
    }
  }

  private void endTicker() {
    if (ticker != null) {
      ticker.interrupt();
      ticker = null;
    }
  }

  /** Things are being broken. */
  public synchronized void breaking(Duration time, long startNanos, Nemesis nemesis, Crowd crowd) {
    long nanos = System.nanoTime();
    if (!isTerminal && nanos - lastLineNanos < betweenLines.toNanos()) {
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
    return String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
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

  public synchronized void end() {
    endTicker();
    clear();
  }
}
