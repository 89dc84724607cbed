package dev.semel.testing.postgres;

import dev.semel.testing.internal.FileTree;
import dev.semel.testing.internal.LogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of one server: its data, its log, and the lock of the process that looks after it. The
 * lock ends with that process however it ends, so a folder whose lock is free has no keeper.
 */
final class ServerFolder {

  private static final String LOCK_FILE = "owner.lock";
  private static final String OWNER_FILE = "owner.pid";
  private static final String INITIALISED_FILE = "initialised";

  private final Path path;
  private @Nullable FileGuard guard;

  private ServerFolder(Path path) {
    this.path = path;
  }

  static ServerFolder at(Path path) {
    return new ServerFolder(path);
  }

  Path path() {
    return path;
  }

  Path data() {
    return path.resolve("data");
  }

  LogFile log() {
    return new LogFile(path.resolve("server.log"));
  }

  /**
   * Takes the folder for this process, making it if need be.
   *
   * @throws PostgresServerException if another process, or another server in this one, has it
   */
  synchronized void take() {
    if (isMine()) {
      throw new PostgresServerException(path + " has a server in this JVM: close that one first");
    }
    try {
      Files.createDirectories(path);
      guard = FileGuard.tryTake(path.resolve(LOCK_FILE)).orElseThrow(this::takenByAnother);
      Files.writeString(path.resolve(OWNER_FILE), Long.toString(ProcessHandle.current().pid()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder of a PostgreSQL server", e);
    }
  }

  /** Gives the folder up; its files stay. */
  synchronized void release() {
    deleteFile(path.resolve(OWNER_FILE));
    if (guard != null) {
      guard.close();
      guard = null;
    }
  }

  /** Gives the folder up and deletes it. */
  synchronized void releaseAndDelete() {
    release();
    FileTree.delete(path);
  }

  /**
   * Tells whether a living process has the folder. Not to be asked of a folder that may be this
   * process's own: looking at one's own lock can drop it, see {@link FileGuard}.
   */
  boolean isTaken() {
    Path lock = path.resolve(LOCK_FILE);
    if (!Files.exists(lock)) {
      return false;
    }
    Optional<FileGuard> free = FileGuard.tryTake(lock);
    free.ifPresent(FileGuard::close);
    return free.isEmpty();
  }

  /** Tells whether this very process has the folder, with a server that runs. */
  boolean isMine() {
    return ownerPid().equals(Long.toString(ProcessHandle.current().pid()))
        && runningPostmaster().isPresent();
  }

  Optional<Postmaster> runningPostmaster() {
    return Postmaster.read(data()).filter(Postmaster::isRunning);
  }

  /** Stops the server that runs in this folder, if any, whoever started it. */
  void stopLeftover(StopMode mode) {
    runningPostmaster().ifPresent(postmaster -> stop(postmaster, mode));
    disownStalePidFile();
  }

  /** Data without the mark comes from a start that was cut short; nobody has used it. */
  void discardHalfMadeData() {
    if (!Files.exists(path.resolve(INITIALISED_FILE))) {
      FileTree.delete(data());
    }
  }

  void markInitialised() {
    try {
      Files.writeString(path.resolve(INITIALISED_FILE), "");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot mark the data in " + path + " as complete", e);
    }
  }

  /** Sees to it that a pid file which a crash left behind does not hinder the next start. */
  void disownStalePidFile() {
    Postmaster.read(data())
        .filter(postmaster -> postmaster.isPidInUse() && !postmaster.isRunning())
        .ifPresent(stale -> Postmaster.disown(data()));
  }

  private void stop(Postmaster postmaster, StopMode mode) {
    try {
      new PgCtl(this).stop(mode);
    } catch (PostgresServerException e) {
      // The control program may be gone from the temporary folder, or the server may hang.
      postmaster.kill();
    }
  }

  /** Returns the process id of the one who took the folder, or an empty text. */
  String ownerPid() {
    try {
      return Files.readString(path.resolve(OWNER_FILE));
    } catch (IOException e) {
      return "";
    }
  }

  private PostgresServerException takenByAnother() {
    return new PostgresServerException(
        path + " belongs to the running process " + ownerPid() + ": stop it or use another folder");
  }

  private static void deleteFile(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }
}
