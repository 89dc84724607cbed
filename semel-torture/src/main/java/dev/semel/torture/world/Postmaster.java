package dev.semel.torture.world;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The main process of an installed PostgreSQL, as the file in its data folder names it. The file
 * stays when the server is killed, and its number may belong to a stranger by then.
 */
record Postmaster(Path data) {
  static final String PID_FILE = "postmaster.pid";
  private static final Duration MAX_KILL = Duration.ofSeconds(30);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Kills it and its children, and nothing else, and returns when they are gone. */
  void kill() {
    List<ProcessHandle> victims = new ArrayList<>();
    process().filter(Postmaster::isPostgres).ifPresent(victims::add);
    // It goes first, so that it cannot replace its children.
    victims.addAll(victims.stream().flatMap(ProcessHandle::descendants).toList());
    victims.forEach(ProcessHandle::destroyForcibly);
    long startNanos = System.nanoTime();
    while (victims.stream().anyMatch(Postmaster::isPostgres)) {
      if (System.nanoTime() - startNanos > MAX_KILL.toNanos()) {
        throw new IllegalStateException(
            "PostgreSQL's processes do not end though they were killed: end them by hand, "
                + victims.stream().map(ProcessHandle::pid).toList());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private Optional<ProcessHandle> process() {
    try {
      List<String> lines = Files.readAllLines(data.resolve(PID_FILE));
      return ProcessHandle.of(Long.parseLong(lines.get(0).strip()));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  // One that is dead and not yet reaped counts as alive, but its program can no longer be read.
  private static boolean isPostgres(ProcessHandle process) {
    return process
        .info()
        .command()
        .filter(command -> Path.of(command).endsWith("postgres"))
        .isPresent();
  }
}
