package dev.semel.testing.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The temporary folder of one server that this JVM runs, with a note of its processes. Its name
 * tells which JVM it belongs to, so that the next one can end and delete what a killed JVM left
 * behind.
 */
public final class ServerHome {
  // Two processes may disagree by a second about when a third one started.
  private static final Duration START_TOLERANCE = Duration.ofSeconds(2);
  private static final String PROCESSES = "processes";

  private final Path path;

  private ServerHome(Path path) {
    this.path = path;
  }

  /** Makes a folder for a server of this kind, after ending what dead JVMs have left of it. */
  public static ServerHome make(String kind) {
    String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    Path root = Path.of(System.getProperty("java.io.tmpdir"), "semel-%s-%s".formatted(kind, user));
    ProcessHandle self = ProcessHandle.current();
    String name = "%d_%d_%s".formatted(self.pid(), startOf(self), UUID.randomUUID());
    try {
      Files.createDirectories(root);
      sweep(root);
      return new ServerHome(Files.createDirectory(root.resolve(name)).toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for a server in " + root, e);
    }
  }

  private static void sweep(Path root) throws IOException {
    List<Path> homes;
    try (Stream<Path> children = Files.list(root)) {
      homes = children.filter(Files::isDirectory).toList();
    }
    for (Path home : homes) {
      String[] owner = home.getFileName().toString().split("_", -1);
      if (living(owner[0], owner[1]).isEmpty()) {
        new ServerHome(home).clear();
      }
    }
  }

  private void clear() {
    try {
      endProcesses();
      FileTree.delete(path);
    } catch (IOException | UncheckedIOException e) {
      // Another JVM clears it too, or something that ends by itself still writes: left to the next.
    }
  }

  /** The process with this id, if it is still the one that started then. */
  private static Optional<ProcessHandle> living(String pid, String startMillis) {
    return ProcessHandle.of(Long.parseLong(pid))
        .filter(ProcessHandle::isAlive)
        .filter(
            process ->
                Math.abs(startOf(process) - Long.parseLong(startMillis))
                    <= START_TOLERANCE.toMillis());
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
  }

  public Path path() {
    return path;
  }

  public Path resolve(String name) {
    return path.resolve(name);
  }

  public LogFile log() {
    return new LogFile(path.resolve("server.log"));
  }

  /** Writes a file of the server's. */
  public Path write(String name, String text) {
    try {
      return Files.writeString(path.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path.resolve(name), e);
    }
  }

  /** Notes a process, to be ended even if this JVM is killed. */
  void note(ProcessHandle process) {
    String line = "%d %d%n".formatted(process.pid(), startOf(process));
    try {
      Files.writeString(
          path.resolve(PROCESSES), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note a process in " + path, e);
    }
  }

  private void endProcesses() throws IOException {
    if (!Files.exists(path.resolve(PROCESSES))) {
      return;
    }
    for (String line : Files.readAllLines(path.resolve(PROCESSES))) {
      String[] parts = line.split(" ", -1);
      living(parts[0], parts[1]).ifPresent(ServerProcess::killTree);
    }
  }

  public void delete() {
    FileTree.delete(path);
  }
}
