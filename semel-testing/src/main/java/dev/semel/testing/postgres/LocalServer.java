package dev.semel.testing.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A server that this process started and looks after, in a folder that this process owns. Methods
 * that change it run one at a time.
 */
final class LocalServer implements AutoCloseable {

  /** A start can fail for a moment after a crash, while the last orphan still holds the memory. */
  private static final Duration MAX_START = Duration.ofSeconds(20);

  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(300);

  private final ServerFolder folder;
  private final int port;
  private final boolean kept;
  private boolean closed;

  private LocalServer(ServerFolder folder, int port, boolean kept) {
    this.folder = folder;
    this.port = port;
    this.kept = kept;
  }

  /** Starts a server in the folder that the settings name, or in a fresh temporary one. */
  static LocalServer launch(PostgresSettings settings) {
    Path kept = settings.folder();
    if (kept == null) {
      return launch(ServerRoot.ofThisUser().newFolder(), settings, false);
    }
    ServerFolder folder = ServerFolder.at(kept);
    folder.take();
    return launch(folder, settings, true);
  }

  /** Starts a server in a folder that the caller has already taken, and will delete. */
  static LocalServer launchIn(ServerFolder taken, PostgresSettings settings) {
    return launch(taken, settings, true);
  }

  private static LocalServer launch(ServerFolder folder, PostgresSettings settings, boolean kept) {
    try {
      folder.stopLeftover(StopMode.FAST);
      folder.discardHalfMadeData();
      int port = new Launcher(folder, settings).launch();
      folder.markInitialised();
      return new LocalServer(folder, port, kept);
    } catch (RuntimeException e) {
      giveUp(folder, kept);
      throw e;
    }
  }

  private static void giveUp(ServerFolder folder, boolean kept) {
    folder.stopLeftover(StopMode.IMMEDIATE);
    if (kept) {
      folder.release();
    } else {
      folder.releaseAndDelete();
    }
  }

  int port() {
    return port;
  }

  Optional<Postmaster> postmaster() {
    return folder.runningPostmaster();
  }

  boolean isRunning() {
    return postmaster().isPresent();
  }

  synchronized void kill() {
    postmaster().ifPresent(Postmaster::kill);
  }

  synchronized void stop(StopMode mode) {
    if (isRunning()) {
      new PgCtl(folder).stop(mode);
    }
  }

  synchronized void restart() {
    if (closed) {
      throw new IllegalStateException("this server is closed: start a new one");
    }
    stop(StopMode.FAST);
    startAgain();
  }

  private void startAgain() {
    long startNanos = System.nanoTime();
    while (!tryStart(System.nanoTime() - startNanos > MAX_START.toNanos())) {
      Pause.of(BETWEEN_ATTEMPTS);
    }
  }

  private boolean tryStart(boolean isLast) {
    folder.disownStalePidFile();
    try {
      new PgCtl(folder).startAsBefore();
      return true;
    } catch (PostgresServerException e) {
      if (isLast) {
        throw e;
      }
      return false;
    }
  }

  /** Stops the server, politely if its data is kept, and deletes its folder if it is not. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    giveBackMemoryAfterCrash();
    folder.stopLeftover(kept ? StopMode.FAST : StopMode.IMMEDIATE);
    if (kept) {
      folder.release();
    } else {
      folder.releaseAndDelete();
    }
  }

  // A killed server leaves shared memory behind that outlives every process, and that only its next
  // start can find and free.
  private void giveBackMemoryAfterCrash() {
    if (isRunning() || Postmaster.read(folder.data()).isEmpty()) {
      return;
    }
    try {
      startAgain();
    } catch (PostgresServerException e) {
      // A server too broken to start is being closed anyway.
    }
  }
}
