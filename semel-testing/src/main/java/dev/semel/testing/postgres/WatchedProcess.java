package dev.semel.testing.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The process whose end ends the shared server.
 *
 * @param pid its process id
 * @param start when it started, which tells it from a later process with the same id
 */
record WatchedProcess(long pid, Instant start) {

  // Linux tells a process's start relative to the boot, and two processes may disagree by a second
  // about when that was.
  private static final Duration START_TOLERANCE = Duration.ofSeconds(2);

  private static final int MAX_ANCESTORS = 100;

  static WatchedProcess of(ProcessHandle process) {
    return new WatchedProcess(process.pid(), startOf(process));
  }

  /** Returns the outermost Java process above this one, or this one if there is none. */
  static WatchedProcess outermostJava() {
    ProcessHandle outermost = ProcessHandle.current();
    Optional<ProcessHandle> ancestor = outermost.parent();
    for (int i = 0; i < MAX_ANCESTORS && ancestor.isPresent(); i++) {
      outermost = ancestor.filter(WatchedProcess::isJava).orElse(outermost);
      ancestor = ancestor.get().parent();
    }
    return of(outermost);
  }

  /** Tells whether both mean the same process. */
  boolean isSameAs(WatchedProcess other) {
    return pid == other.pid
        && Duration.between(start, other.start).abs().compareTo(START_TOLERANCE) <= 0;
  }

  /** Tells whether the process lives. One that is dead but not yet reaped does not. */
  boolean isAlive() {
    return ProcessHandle.of(pid)
        .filter(process -> process.info().command().isPresent())
        .filter(process -> isSameAs(of(process)))
        .isPresent();
  }

  private static Instant startOf(ProcessHandle process) {
    return process.info().startInstant().orElse(Instant.EPOCH);
  }

  private static boolean isJava(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> Path.of(command).getFileName().toString())
        .filter(name -> name.equals("java") || name.equals("java.exe"))
        .isPresent();
  }
}
