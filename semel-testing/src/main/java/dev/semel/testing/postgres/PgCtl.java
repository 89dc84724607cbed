package dev.semel.testing.postgres;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * PostgreSQL's own control program, for a server that has run before. It is found through the file
 * {@code postmaster.opts}, so that it is of the version that made the data.
 */
final class PgCtl {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final String OPTIONS_FILE = "postmaster.opts";

  private final ServerFolder folder;

  PgCtl(ServerFolder folder) {
    this.folder = folder;
  }

  /** Stops the running server and waits until it is down. */
  void stop(StopMode mode) {
    run("stop", "-m", mode.word());
  }

  /** Starts the server with the port and settings it last had, and waits until it accepts. */
  void startAsBefore() {
    // "restart" without a running server is a start that takes its options from the last one.
    run("restart", "-m", StopMode.FAST.word());
  }

  private void run(String... action) {
    List<String> command = new ArrayList<>();
    // PostgreSQL refuses to run as root; in a user namespace of its own it does not see that it is.
    if (LinuxUtils.isUnshareAvailable()) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.addAll(List.of(executable().toString(), "-D", folder.data().toString()));
    command.addAll(List.of("-w", "-t", Long.toString(LIMIT.toSeconds())));
    command.addAll(List.of(action));
    int exit = exitCode(command);
    if (exit != 0) {
      throw new PostgresServerException(
          "pg_ctl " + action[0] + " ended with " + exit + folder.log().tail());
    }
  }

  private int exitCode(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.log().path().toFile()));
    try {
      Process process = builder.start();
      if (!process.waitFor(LIMIT.plus(GRACE).toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new PostgresServerException("pg_ctl hangs: " + command + folder.log().tail());
      }
      return process.exitValue();
    } catch (IOException e) {
      throw new PostgresServerException("cannot run " + command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresServerException("interrupted while waiting for " + command, e);
    }
  }

  // The file holds the server's command line: its executable, then each argument in double quotes.
  private Path executable() {
    Path options = folder.data().resolve(OPTIONS_FILE);
    try {
      String server = Files.readString(options).split(" \"", 2)[0].trim();
      return Path.of(server).resolveSibling("pg_ctl");
    } catch (IOException e) {
      throw new PostgresServerException(
          "no PostgreSQL has run in " + folder.data() + ": " + OPTIONS_FILE + " cannot be read", e);
    }
  }
}
