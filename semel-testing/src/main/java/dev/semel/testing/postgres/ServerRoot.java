package dev.semel.testing.postgres;

import dev.semel.testing.internal.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The temporary folder in which this user's throw-away servers live, one folder each. What starts,
 * finds or deletes such a folder does so {@link #alone}, so nobody sees one half made.
 */
final class ServerRoot {

  private static final Duration LOCK_LIMIT = Duration.ofMinutes(2);
  private static final String LOCK_FILE = "start.lock";

  // A file lock works between processes and must not be tried for twice within one.
  private static final ReentrantLock WITHIN_THIS_PROCESS = new ReentrantLock();

  private final Path path;

  private ServerRoot(Path path) {
    this.path = path;
  }

  static ServerRoot ofThisUser() {
    String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    return new ServerRoot(temporary.resolve("semel-postgres-" + user).toAbsolutePath());
  }

  /** Returns the folder with a name that others can find, which may not exist. */
  ServerFolder folder(String name) {
    return ServerFolder.at(path.resolve(name));
  }

  /** Makes a folder for a server of this process and takes it. */
  ServerFolder newFolder() {
    return alone(
        () -> {
          sweep();
          ServerFolder folder = folder(ownPrefix() + UUID.randomUUID());
          folder.take();
          return folder;
        });
  }

  /** Runs the work while no other thread or process of this user does the same. */
  <T> T alone(Supplier<T> work) {
    lockWithinThisProcess();
    try (FileGuard guard = lockAmongProcesses()) {
      return work.get();
    } finally {
      WITHIN_THIS_PROCESS.unlock();
    }
  }

  /**
   * Stops and deletes the servers whose keeper is gone, such as those of a JVM that was killed.
   * Only to be called {@link #alone}.
   */
  void sweep() {
    for (Path child : children()) {
      ServerFolder folder = ServerFolder.at(child);
      boolean ours = child.getFileName().toString().startsWith(ownPrefix());
      if (!ours && !folder.isTaken()) {
        folder.stopLeftover(StopMode.IMMEDIATE);
        FileTree.delete(child);
      }
    }
  }

  private static String ownPrefix() {
    return "own-" + ProcessHandle.current().pid() + "-";
  }

  private List<Path> children() {
    try (Stream<Path> children = Files.list(path)) {
      return children.filter(Files::isDirectory).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + path, e);
    }
  }

  private static void lockWithinThisProcess() {
    try {
      if (!WITHIN_THIS_PROCESS.tryLock(LOCK_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new PostgresServerException("another thread takes too long to start PostgreSQL");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresServerException("interrupted while waiting to start PostgreSQL", e);
    }
  }

  private FileGuard lockAmongProcesses() {
    createFolder();
    Path file = path.resolve(LOCK_FILE);
    long startNanos = System.nanoTime();
    Optional<FileGuard> guard = FileGuard.tryTake(file);
    while (guard.isEmpty()) {
      if (System.nanoTime() - startNanos > LOCK_LIMIT.toNanos()) {
        throw new PostgresServerException(
            "another process holds " + file + " for too long: end the process that has it open");
      }
      Pause.of(Duration.ofMillis(20));
      guard = FileGuard.tryTake(file);
    }
    return guard.get();
  }

  private void createFolder() {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + path, e);
    }
  }
}
