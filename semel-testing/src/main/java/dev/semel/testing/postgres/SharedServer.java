package dev.semel.testing.postgres;

import java.time.Duration;
import java.util.Optional;

/**
 * Finds the server that belongs to a watched process, or has a keeper start it.
 *
 * <p>The meeting place is a folder that is named after the watched process and the binaries. A
 * keeper holds the folder's lock for as long as it lives, and leaves a note with the port once its
 * server accepts connections. So a note in a folder that is taken is good; a folder that is not
 * taken is what a killed keeper left, and is swept away; a folder that is taken but has no note, or
 * a note about another process, has a keeper that starts or ends, and is waited for.
 */
final class SharedServer {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration KEEPER_LIMIT = Duration.ofMinutes(1);

  private final ServerRoot root;
  private final WatchedProcess watched;
  private final ServerFolder folder;

  private SharedServer(ServerRoot root, WatchedProcess watched) {
    this.root = root;
    this.watched = watched;
    this.folder = root.folder("shared-" + watched.pid() + "-" + PostgresBinaries.identity());
  }

  static SharedServer watching(WatchedProcess watched) {
    return new SharedServer(ServerRoot.ofThisUser(), watched);
  }

  ServerFolder folder() {
    return folder;
  }

  /** Returns the server, running. */
  PostgresServer server() {
    return new PostgresServer(note().port());
  }

  /** Returns the note of a keeper that is alive, starting one if need be. */
  SharedServerNote note() {
    long startNanos = System.nanoTime();
    while (System.nanoTime() - startNanos < LIMIT.toNanos()) {
      Optional<Process> started = root.alone(this::startKeeperIfNone);
      Optional<SharedServerNote> note = awaitNote();
      if (note.isPresent()) {
        return note.get();
      }
      if (started.isPresent()) {
        throw new PostgresServerException(
            "the shared PostgreSQL server did not start" + keeperLogTail());
      }
    }
    throw new PostgresServerException(
        "the shared PostgreSQL server is not ready after " + LIMIT + keeperLogTail());
  }

  private Optional<Process> startKeeperIfNone() {
    if (folder.isTaken()) {
      return Optional.empty();
    }
    root.sweep();
    Process keeper = KeeperProcess.start(folder, watched);
    // Nobody else may look before the keeper has taken the folder, or there would be two.
    boolean settled = Pause.until(() -> !keeper.isAlive() || isTakenByKeeper(keeper), KEEPER_LIMIT);
    if (!settled) {
      keeper.destroyForcibly();
      throw new PostgresServerException(
          "the keeper of the PostgreSQL server hangs at its start" + keeperLogTail());
    }
    return Optional.of(keeper);
  }

  private boolean isTakenByKeeper(Process keeper) {
    return folder.ownerPid().equals(Long.toString(keeper.pid()));
  }

  private Optional<SharedServerNote> awaitNote() {
    Pause.until(() -> goodNote().isPresent() || !folder.isTaken(), LIMIT);
    return folder.isTaken() ? goodNote() : Optional.empty();
  }

  private Optional<SharedServerNote> goodNote() {
    return SharedServerNote.readFrom(folder.path())
        .filter(note -> note.watched().isSameAs(watched));
  }

  private String keeperLogTail() {
    return KeeperProcess.log(folder).tail();
  }
}
