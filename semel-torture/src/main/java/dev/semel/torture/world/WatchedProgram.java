package dev.semel.torture.world;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that was not made to end with whoever started it: a shell sees to that. */
final class WatchedProgram {
  /** Starts the program, tells its id, and ends it when nobody is at the other end any more. */
  private static final String WATCH =
      "log=$1; shift; \"$@\" </dev/null >>\"$log\" 2>&1 & echo $!; cat >/dev/null; kill $!";

  private static final long KILL_SECONDS = 30;

  private final Process shell;
  private final ProcessHandle program;

  private WatchedProgram(Process shell, ProcessHandle program) {
    this.shell = shell;
    this.program = program;
  }

  static WatchedProgram start(List<String> command, Path log) {
    List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", WATCH, "watch", log.toString()));
    words.addAll(command);
    try {
      Process shell = new ProcessBuilder(words).redirectError(Redirect.DISCARD).start();
      BufferedReader told = shell.inputReader();
      long pid = Long.parseLong(told.readLine());
      return new WatchedProgram(shell, ProcessHandle.of(pid).orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command.get(0), e);
    }
  }

  boolean isAlive() {
    return program.isAlive();
  }

  /** Ends it as {@code kill -9} does. */
  void kill() {
    program.destroyForcibly();
    program.onExit().orTimeout(KILL_SECONDS, TimeUnit.SECONDS).join();
    shell.destroyForcibly();
  }
}
