package dev.semel.testing.postgres;

import dev.semel.testing.internal.FileTree;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The process that runs the shared server: starts it, waits until the watched process has ended,
 * then stops it and deletes its files. It also ends if the server does, so that the next who asks
 * starts afresh. Its output is the folder's keeper.log.
 */
final class ServerKeeper {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

  private final ServerFolder folder;
  private final WatchedProcess watched;
  private volatile @Nullable LocalServer server;

  private ServerKeeper(ServerFolder folder, WatchedProcess watched) {
    this.folder = folder;
    this.watched = watched;
  }

  /** Takes the folder, the watched process's id and its start. */
  public static void main(String[] arguments) {
    WatchedProcess watched =
        new WatchedProcess(Long.parseLong(arguments[1]), Instant.parse(arguments[2]));
    new ServerKeeper(ServerFolder.at(Path.of(arguments[0])), watched).keep();
  }

  private void keep() {
    folder.take();
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end"));
    LocalServer started = LocalServer.launchIn(folder, PostgresSettings.fast());
    server = started;
    new SharedServerNote(started.port(), ProcessHandle.current().pid(), watched)
        .writeTo(folder.path());
    while (watched.isAlive() && started.isRunning()) {
      Pause.of(BETWEEN_LOOKS);
    }
  }

  // Runs as a shutdown hook, so that a signal to the keeper ends the server too. If the server
  // never
  // started, the files stay for the one who asked to read why.
  private void end() {
    LocalServer started = server;
    if (started != null) {
      ServerRoot.ofThisUser().alone(() -> endServer(started));
    }
  }

  private boolean endServer(LocalServer started) {
    started.close();
    FileTree.delete(folder.path());
    return true;
  }
}
