package dev.semel.testing.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
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
  private static final String NOBODYS_PID = Integer.toString(Integer.MAX_VALUE - 1);
  private static final int PORT_LINE = 3;
  private static final int STATUS_LINE = 7;
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
   * Writes a process id that nobody has into the file, for when the one in it now belongs to
   * another program, or to a dead process that its parent has not reaped: PostgreSQL would take
   * either for a live server and refuse to start. The rest of the file stays, because the next
   * start learns from it which shared memory to free.
   */
  static void disown(Path data) {
    try {
      String text = Files.readString(pidFile(data));
      Files.writeString(pidFile(data), text.replaceFirst("^\\d+", NOBODYS_PID));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot rewrite " + pidFile(data), e);
    }
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
  }

  // A process that is dead but not yet reaped counts as alive to Java, but its executable can no
  // longer be read.
  private static boolean isPostgres(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> Path.of(command).getFileName().toString())
        .filter(name -> name.startsWith("postgres"))
        .isPresent();
  }
}
