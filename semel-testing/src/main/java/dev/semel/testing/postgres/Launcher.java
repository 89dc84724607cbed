package dev.semel.testing.postgres;

import dev.semel.testing.net.FreePorts;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;

/**
 * Starts a server from the embedded binaries in a folder, unpacking and initialising as needed.
 *
 * <p>The library is used to start only. Its own way to stop gives up after five seconds and
 * complains about a server that was crashed on purpose, so stopping is {@link PgCtl}'s.
 */
final class Launcher {

  private static final Duration ACCEPT_LIMIT = Duration.ofMinutes(1);
  private static final Duration LAUNCH_LIMIT = Duration.ofMinutes(2);

  /** Between picking a port and listening on it, another program can take it. */
  private static final int MAX_PORTS_TRIED = 3;

  private static final String STARTED_IN_VAIN = "could not start server";
  private static final String PORT_IS_TAKEN = "could not create any TCP/IP sockets";
  private static final String LIBRARY_LOCK_FILE = "epg-lock";
  private static final Pattern NEEDS_NO_QUOTES = Pattern.compile("[A-Za-z0-9_./:,+-]*");

  private final ServerFolder folder;
  private final PostgresSettings settings;

  Launcher(ServerFolder folder, PostgresSettings settings) {
    this.folder = folder;
    this.settings = settings;
  }

  /** Starts the server and returns the port it listens on. */
  int launch() {
    for (int tried = 1; ; tried++) {
      int port = FreePorts.pick();
      long logLength = folder.log().length();
      start(port, logLength);
      if (isOurs(port)) {
        return port;
      }
      if (tried == MAX_PORTS_TRIED || !folder.log().says(PORT_IS_TAKEN, logLength)) {
        throw new PostgresServerException(notStarted());
      }
    }
  }

  // The library does not notice that the server has refused to start, and would wait out its limit.
  private void start(int port, long logLength) {
    FutureTask<EmbeddedPostgres> starting = new FutureTask<>(builder(port)::start);
    Thread thread = new Thread(starting, "start-postgres-" + port);
    thread.setDaemon(true);
    thread.start();
    Pause.until(
        () -> starting.isDone() || folder.log().says(STARTED_IN_VAIN, logLength), LAUNCH_LIMIT);
    if (starting.isDone()) {
      throwFailureOf(starting);
    } else {
      thread.interrupt();
    }
  }

  private void throwFailureOf(FutureTask<EmbeddedPostgres> started) {
    try {
      started.get();
    } catch (ExecutionException e) {
      throw new PostgresServerException(notStarted(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresServerException(notStarted(), e);
    }
  }

  private EmbeddedPostgres.Builder builder(int port) {
    discardLibraryLock();
    Redirect toLog = Redirect.appendTo(folder.log().path().toFile());
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setPgBinaryResolver(PostgresBinaries.chosen())
            .setDataDirectory(folder.data())
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPort(port)
            .setPGStartupWait(ACCEPT_LIMIT)
            .setLocaleConfig("locale", "C")
            .setOutputRedirector(toLog)
            .setErrorRedirector(toLog);
    settings.server().forEach((name, value) -> builder.setServerConfig(name, quoted(value)));
    return builder;
  }

  // The library holds a lock on this file until the JVM ends or collects its garbage, and would
  // refuse its own next start. The lock that counts is the folder's.
  private void discardLibraryLock() {
    try {
      Files.deleteIfExists(folder.data().resolve(LIBRARY_LOCK_FILE));
    } catch (IOException e) {
      throw new PostgresServerException("cannot prepare " + folder.data(), e);
    }
  }

  // The library is content with any server that answers on the port; ours says so in its own
  // folder.
  private boolean isOurs(int port) {
    return folder
        .runningPostmaster()
        .filter(postmaster -> postmaster.ready() && postmaster.port() == port)
        .isPresent();
  }

  // The settings travel through a shell.
  private static String quoted(String value) {
    return NEEDS_NO_QUOTES.matcher(value).matches()
        ? value
        : "'" + value.replace("'", "'\\''") + "'";
  }

  private String notStarted() {
    return "PostgreSQL did not start in " + folder.path() + folder.log().tail();
  }
}
