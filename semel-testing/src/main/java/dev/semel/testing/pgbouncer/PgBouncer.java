package dev.semel.testing.pgbouncer;

import dev.semel.testing.internal.Programs;
import dev.semel.testing.internal.ServerHome;
import dev.semel.testing.internal.ServerProcess;
import dev.semel.testing.net.FreePorts;
import dev.semel.testing.postgres.PostgresDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * PgBouncer in front of one test database, on a port of its own.
 *
 * <pre>{@code
 * try (PgBouncer pooler = PgBouncer.start(database, PoolMode.TRANSACTION)) {
 *   DataSource dataSource = pooler.dataSource(Map.of("prepareThreshold", "0"));
 * }
 * }</pre>
 *
 * <p>The program is the one that the system property {@value #PROGRAM_PROPERTY} names, or the
 * installed one; {@link #isInstalled} tells whether there is one. PgBouncer refuses to run as root,
 * so a JVM of root starts it as the user {@code nobody}.
 *
 * <p><b>Guarantee:</b> it listens on the loopback address only, and accepts every role of the
 * server without a password. It ends with its JVM; what a killed JVM left is ended before the next
 * one starts. <b>Order:</b> {@link #start} returns when connections are accepted. <b>Threads:</b>
 * safe for use by several threads.
 */
public final class PgBouncer implements AutoCloseable {
  public static final String PROGRAM_PROPERTY = "semel.test.pgbouncer";
  public static final String HOW_TO_INSTALL =
      "PgBouncer is not installed; on Debian: apt-get install pgbouncer";

  private static final String HOST = "127.0.0.1";
  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final String STARTED = "process up: PgBouncer";
  private static final List<String> FOLDERS =
      List.of("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin");

  private final PostgresDatabase database;
  private final ServerHome home = ServerHome.make("pgbouncer");
  private final int port = FreePorts.pick();
  private final Thread closeAtExit = new Thread(this::end, "stop-pgbouncer");
  private final ServerProcess process;
  private boolean ended;

  private PgBouncer(
      Path program, PostgresDatabase database, PoolMode mode, Map<String, String> settings) {
    this.database = database;
    home.write("users.txt", "\"%s\" \"\"\n".formatted(database.user()));
    home.write("pgbouncer.ini", configuration(mode, settings));
    this.process = launch(program);
  }

  /** Tells whether the program is installed. If not, {@link #HOW_TO_INSTALL} says what to do. */
  public static boolean isInstalled() {
    return program().isPresent();
  }

  /** Starts a pooler with 20 server connections per database and role. */
  public static PgBouncer start(PostgresDatabase database, PoolMode mode) {
    return start(database, mode, Map.of());
  }

  /**
   * Starts a pooler with further settings.
   *
   * @param settings names and values of the section {@code [pgbouncer]}, such as {@code
   *     default_pool_size}
   */
  public static PgBouncer start(
      PostgresDatabase database, PoolMode mode, Map<String, String> settings) {
    Path program = program().orElseThrow(() -> new IllegalStateException(HOW_TO_INSTALL));
    PgBouncer started = new PgBouncer(program, database, mode, settings);
    Runtime.getRuntime().addShutdownHook(started.closeAtExit);
    return started;
  }

  private static Optional<Path> program() {
    return Programs.find(PROGRAM_PROPERTY, "pgbouncer", FOLDERS);
  }

  private String configuration(PoolMode mode, Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("listen_addr", HOST);
    all.put("listen_port", Integer.toString(port));
    all.put("unix_socket_dir", "");
    all.put("auth_type", "trust");
    all.put("auth_file", home.resolve("users.txt").toString());
    // Finds the roles that are not in the file.
    all.put("auth_user", database.user());
    all.put("pool_mode", mode.setting());
    all.put("max_client_conn", "300");
    // PgBouncer refuses connections with start-up parameters that it does not know.
    all.put("ignore_startup_parameters", "extra_float_digits");
    all.putAll(settings);
    String lines =
        all.entrySet().stream()
            .map(setting -> setting.getKey() + " = " + setting.getValue())
            .collect(Collectors.joining("\n"));
    return "[databases]\n* = host=%s port=%d\n[pgbouncer]\n%s\n"
        .formatted(HOST, database.port(), lines);
  }

  private ServerProcess launch(Path program) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("-u", "nobody"));
    }
    command.add(home.resolve("pgbouncer.ini").toString());
    ServerProcess started = ServerProcess.start(home, command, Map.of());
    if (!started.awaits(() -> home.log().says(STARTED, 0), START_LIMIT)) {
      started.kill();
      throw new IllegalStateException("PgBouncer does not start" + home.log().tail());
    }
    return started;
  }

  public String host() {
    return HOST;
  }

  public int port() {
    return port;
  }

  /** Returns a data source without a pool that reaches the database through the pooler. */
  public DataSource dataSource() {
    return dataSource(Map.of());
  }

  /** As {@link #dataSource()}, with properties of the PostgreSQL driver. */
  public DataSource dataSource(Map<String, String> driverProperties) {
    return database.dataSourceVia(HOST, port, driverProperties);
  }

  /** Ends the pooler, which closes all its connections, and deletes its files. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(closeAtExit);
    } catch (IllegalStateException e) {
      // The JVM is going down and runs the hook itself; ending twice does no harm.
    }
    end();
  }

  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    process.kill();
    home.delete();
  }
}
