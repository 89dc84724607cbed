package dev.semel.testing.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Starts a server from the embedded binaries in a folder, unpacking and initialising as needed.
 *
 * <p>The library is used to start only. Its own way to stop gives up after five seconds and
 * complains about a server that was crashed on purpose, so stopping is {@link PgCtl}'s.
 */
final class Launcher {

  private static final Duration START_LIMIT = Duration.ofMinutes(1);

  /** Between picking a port and listening on it, another program can take it. */
  private static final int MAX_PORTS_TRIED = 3;

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
    for (int i = 0; i < MAX_PORTS_TRIED; i++) {
      int port = Ports.pickFree();
      start(port);
      if (isOurs(port)) {
        return port;
      }
    }
    throw failed(null);
  }

  private void start(int port) {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setPgBinaryResolver(PostgresBinaries.chosen())
            .setDataDirectory(folder.data())
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPort(port)
            .setPGStartupWait(START_LIMIT)
            .setLocaleConfig("locale", "C")
            .setOutputRedirector(Redirect.appendTo(folder.log().toFile()))
            .setErrorRedirector(Redirect.appendTo(folder.log().toFile()));
    settings.server().forEach((name, value) -> builder.setServerConfig(name, quoted(value)));
    try {
      // The library holds a lock on this file until the JVM ends or collects its garbage, and would
      // refuse its own next start. The lock that counts is the folder's.
      Files.deleteIfExists(folder.data().resolve(LIBRARY_LOCK_FILE));
      builder.start();
    } catch (IOException | RuntimeException | ExceptionInInitializerError e) {
      throw failed(e);
    }
  }

  // The library is content with any server that answers on the port; ours says so in its own
  // folder.
  private boolean isOurs(int port) {
    Optional<Postmaster> postmaster = folder.runningPostmaster();
    return postmaster.isPresent() && postmaster.get().ready() && postmaster.get().port() == port;
  }

  // The settings travel through a shell.
  private static String quoted(String value) {
    return NEEDS_NO_QUOTES.matcher(value).matches()
        ? value
        : "'" + value.replace("'", "'\\''") + "'";
  }

  private PostgresServerException failed(@Nullable Throwable e) {
    String message = "PostgreSQL did not start in " + folder.path() + folder.logTail();
    return e == null
        ? new PostgresServerException(message)
        : new PostgresServerException(message, e);
  }
}
