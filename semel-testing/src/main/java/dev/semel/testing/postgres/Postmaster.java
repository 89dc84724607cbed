package dev.semel.testing.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A server's main process, as the file {@code postmaster.pid} in its data folder names it.
 *
 * @param pid its process id
 * @param port the port it listens on
 * @param ready whether it says that it accepts connections
 */
record Postmaster(long pid, int port, boolean ready) {

  private static final String PID_FILE = "postmaster.pid";
  private static final int PORT_LINE = 3;
  private static final int STATUS_LINE = 7;
  private static final Duration REAP_LIMIT = Duration.ofSeconds(5);

  private static final Duration KILL_LIMIT = Duration.ofSeconds(30);

  static Path pidFile(Path data) {
    return data.resolve(PID_FILE);
  }

  /** Reads the file, which may be gone, or not yet complete. */
  static Optional<Postmaster> read(Path data) {
    try {
      List<String> lines = Files.readAllLines(pidFile(data));
      if (lines.size() <= PORT_LINE) {
        return Optional.empty();
      }
      boolean ready = lines.size() > STATUS_LINE && lines.get(STATUS_LINE).trim().equals("ready");
      return Optional.of(
          new Postmaster(
              Long.parseLong(lines.get(0).trim()),
              Integer.parseInt(lines.get(PORT_LINE).trim()),
              ready));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Tells whether the process lives and is a PostgreSQL, not a stranger with a reused id. */
  boolean isRunning() {
    return ProcessHandle.of(pid).filter(Postmaster::isPostgres).isPresent();
  }

  /** Tells whether any process has the id, even one that is no PostgreSQL. */
  boolean isPidInUse() {
    return ProcessHandle.of(pid).isPresent();
  }

  /**
   * Waits until a dead process has also been reaped by its parent, so that its id is free. A parent
   * may neglect that for ever, so the wait is short.
   */
  void awaitReaped() {
    Pause.until(() -> ProcessHandle.of(pid).filter(Postmaster::isUnreaped).isEmpty(), REAP_LIMIT);
  }

  /**
   * Kills the main process and its children, and nothing else, and waits until they are gone. The
   * main process goes first, so that it cannot replace the children.
   */
  void kill() {
    List<ProcessHandle> victims = new ArrayList<>();
    ProcessHandle.of(pid).filter(Postmaster::isPostgres).ifPresent(victims::add);
    try (Stream<ProcessHandle> children = victims.stream().flatMap(ProcessHandle::children)) {
      victims.addAll(children.toList());
    }
    victims.forEach(ProcessHandle::destroyForcibly);
    if (!Pause.until(() -> victims.stream().noneMatch(Postmaster::isPostgres), KILL_LIMIT)) {
      throw new PostgresServerException(
          "PostgreSQL's process " + pid + " does not end though it was killed: end it by hand");
    }
    awaitReaped();
  }

  private static boolean isPostgres(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> Path.of(command).getFileName().toString())
        .filter(name -> name.startsWith("postgres"))
        .isPresent();
  }

  // A process that is dead but not yet reaped counts as alive to Java, but its executable can no
  // longer be read.
  private static boolean isUnreaped(ProcessHandle process) {
    return process.isAlive() && process.info().command().isEmpty();
  }
}
