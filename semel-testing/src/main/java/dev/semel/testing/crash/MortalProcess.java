package dev.semel.testing.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The handler in a process of its own, which can be killed as nothing else can. It is started
 * before it is needed and waits for its key. When it comes to a step that its handler tells of, it
 * says so and waits for leave.
 */
final class MortalProcess implements AutoCloseable {
  private static final Duration MAX_START = Duration.ofMinutes(2);
  private static final long MAX_END_SECONDS = 30;
  private static final int MAX_LAST_WORDS = 12;

  private final Process process;
  private final Path errors;
  private final BufferedReader said;
  private final PrintStream answers;
  private CompletableFuture<?> end = CompletableFuture.completedFuture(null);
  private volatile boolean overdue;
  private volatile boolean killed;

  private MortalProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.said = process.inputReader();
    this.answers = new PrintStream(process.getOutputStream(), true);
  }

  static MortalProcess start(Class<? extends CrashHandler> handler, String jdbcUrl) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path", ""),
            MortalProgram.class.getName(),
            handler.getName(),
            jdbcUrl);
    try {
      Path errors = Files.createTempFile("crash-explorer", ".log");
      return new MortalProcess(
          new ProcessBuilder(command).redirectError(Redirect.to(errors.toFile())).start(), errors);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  /**
   * Lets the handler run, and returns the process's exit code when it has ended. It is ended if it
   * takes too long.
   *
   * @param limit how long the handler may take, once it is there
   * @param steps told of each step that the handler tells of
   * @param killAfter whether the process is killed when the step has happened, not before
   * @param moment done when it is to be killed at a step that the handler tells of
   */
  int run(Duration limit, String key, StepWatcher steps, boolean killAfter, Runnable moment) {
    endAfter(MAX_START);
    try {
      answers.println(key);
      listen(limit, steps, killAfter, moment);
      return process.onExit().join().exitValue();
    } finally {
      end.cancel(false);
    }
  }

  private void endAfter(Duration limit) {
    end.cancel(false);
    end =
        CompletableFuture.runAsync(
            this::endOverdue,
            CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  private void endOverdue() {
    overdue = true;
    process.destroyForcibly();
  }

  /** Whether it was ended because it took too long. */
  boolean isOverdue() {
    return overdue;
  }

  /** Hears of each step that begins and that is done, and gives leave, until the process ends. */
  private void listen(Duration limit, StepWatcher steps, boolean killAfter, Runnable moment) {
    String last = "";
    try {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (MortalProgram.isReady(line)) {
          endAfter(limit);
        }
        boolean now =
            MortalProgram.isStep(line) && steps.isItsTurn(MortalProgram.nameIn(line), true);
        if (now && killAfter) {
          last = MortalProgram.doneWith(line);
        }
        if ((now && !killAfter) || line.equals(last)) {
          moment.run();
        }
        if (MortalProgram.isStep(line) || MortalProgram.isDone(line)) {
          answers.println();
        }
      }
    } catch (IOException e) {
      // It was killed while it spoke.
    }
  }

  /**
   * For a process that has ended, and that was not killed.
   *
   * @throws IllegalStateException if it failed
   */
  void refuseFailure() {
    if (overdue || process.exitValue() != 0) {
      throw new IllegalStateException(
          "the handler %s in a process of its own, where nothing goes wrong; mend that first:\n%s"
              .formatted(overdue ? "hangs" : "fails", lastWords()));
    }
  }

  /** The end of what it wrote to standard error. */
  String lastWords() {
    try {
      List<String> lines = Files.readAllLines(errors);
      return String.join(
          "\n", lines.subList(Math.max(0, lines.size() - MAX_LAST_WORDS), lines.size()));
    } catch (IOException e) {
      return "what it wrote to standard error cannot be read: " + e.getMessage();
    }
  }

  /** As {@code kill -9} does. Returns when it is dead. */
  void kill() {
    killed = process.isAlive();
    process.destroyForcibly().onExit().orTimeout(MAX_END_SECONDS, TimeUnit.SECONDS).join();
  }

  /** Whether it was killed before it ended by itself. */
  boolean wasKilled() {
    return killed;
  }

  /** Ends it, if it has not ended. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(MAX_END_SECONDS, TimeUnit.SECONDS).join();
    try {
      Files.deleteIfExists(errors);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + errors, e);
    }
  }
}
