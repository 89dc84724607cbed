package dev.semel.testing.postgres;

import java.util.regex.Pattern;

/**
 * A server that belongs to one test, which may crash it, stop it and start it again.
 *
 * <pre>{@code
 * try (OwnPostgresServer server = PostgresServer.durable()) {
 *   PostgresDatabase database = server.newDatabase("ledger");
 *   database.execute("CREATE TABLE entries (id bigint)");
 *   server.crash();
 *   server.restart();
 *   database.queryLong("SELECT count(*) FROM entries"); // the table is there
 * }
 * }</pre>
 *
 * <p><b>Guarantee:</b> port and data stay the same over crash, stop and restart. The end of the JVM
 * stops the server; if the JVM is killed, the next server that any test starts cleans up after it.
 *
 * <p><b>Order:</b> {@link #crash}, {@link #stop} and {@link #restart} return when it is done: no
 * process of the server is left, or it accepts connections.
 *
 * <p><b>Threads:</b> safe for use by any number of threads; those three run one at a time.
 */
public final class OwnPostgresServer extends PostgresServer implements AutoCloseable {

  private static final Pattern DATABASE_NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  private final LocalServer local;
  private final Thread stopAtExit;

  private OwnPostgresServer(LocalServer local) {
    super(local.port());
    this.local = local;
    this.stopAtExit = new Thread(local::close, "stop-postgres-" + local.port());
  }

  static OwnPostgresServer launch(PostgresSettings settings) {
    OwnPostgresServer server = new OwnPostgresServer(LocalServer.launch(settings));
    Runtime.getRuntime().addShutdownHook(server.stopAtExit);
    return server;
  }

  /**
   * Kills all processes of the server at once, with no chance to write anything: what a kill of the
   * process, or of its container, does. Does nothing if the server is down.
   */
  public void crash() {
    local.kill();
  }

  /**
   * Stops the server. Does nothing if it is down.
   *
   * @throws PostgresServerException if it is not down within a minute; {@link StopMode#SMART} waits
   *     for the clients to leave
   */
  public void stop(StopMode mode) {
    leave();
    local.stop(mode);
  }

  /**
   * Starts the server again on the same data and port, after stopping it if it is up.
   *
   * @throws PostgresServerException if it does not come up, with the end of its log
   */
  public void restart() {
    local.restart();
  }

  /**
   * Returns the database with this very name, making it if it is not there. Unlike one from {@link
   * #newDatabase} it is not dropped on close, so that a folder that is kept keeps it.
   *
   * @param name letters, digits and underscores, in lower case
   */
  public PostgresDatabase database(String name) {
    if (!DATABASE_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' is no name for a database: use lower-case letters, digits, underscores");
    }
    try (PostgresDatabase maintenance = maintenance()) {
      if (maintenance.queryLong("SELECT count(*) FROM pg_database WHERE datname = ?", name) == 0) {
        maintenance.execute("CREATE DATABASE " + name);
      }
    }
    return opened(name, () -> {});
  }

  /** Tells whether the server's main process runs. */
  public boolean isRunning() {
    return local.isRunning();
  }

  @Override
  boolean isUp() {
    return isRunning();
  }

  /** Stops the server and deletes its files, unless they are in a folder that is kept. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(stopAtExit);
    } catch (IllegalStateException e) {
      // The JVM is going down and runs the hook itself; closing twice does no harm.
    }
    local.close();
  }
}
