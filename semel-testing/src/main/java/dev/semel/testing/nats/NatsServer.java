package dev.semel.testing.nats;

import dev.semel.testing.internal.Programs;
import dev.semel.testing.internal.ServerHome;
import dev.semel.testing.internal.ServerProcess;
import dev.semel.testing.net.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A NATS server with JetStream that belongs to one test, or to all tests of a JVM.
 *
 * <pre>{@code
 * try (NatsServer nats = NatsServer.start(1_000_000)) {
 *   Connection connection = Nats.connect(nats.url());
 * }
 * }</pre>
 *
 * <p>The program is the one the system property {@value #PROGRAM_PROPERTY} names, or the installed
 * one; {@link #isInstalled} tells whether there is any.
 *
 * <p><b>Guarantee:</b> port and data are its own, and it listens on the loopback address only. It
 * ends with its JVM; what a killed JVM left is ended before the next server starts. <b>Order:</b>
 * {@link #crash} and {@link #restart} return when it is done. <b>Threads:</b> safe for use by
 * several threads; those two run one at a time.
 */
public final class NatsServer implements AutoCloseable {
  public static final String PROGRAM_PROPERTY = "semel.test.nats.server";
  public static final String HOW_TO_INSTALL =
      "NATS is not installed; on Debian: apt-get install nats-server";

  private static final String HOST = "127.0.0.1";
  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final String STARTED = "Server is ready";
  private static final List<String> FOLDERS =
      List.of("/usr/sbin", "/opt/homebrew/bin", "/usr/local/bin");

  private final Path program;
  private final ServerHome home = ServerHome.make("nats");
  private final int port = FreePorts.pick();
  private final Thread closeAtExit = new Thread(this::end, "stop-nats");
  private ServerProcess server;
  private boolean ended;

  private NatsServer(Path program, int maxPayloadBytes) {
    this.program = program;
    home.write(
        "nats.conf",
        """
        listen: "%s:%d"
        max_payload: %d
        jetstream { store_dir: "%s" }
        """
            .formatted(HOST, port, maxPayloadBytes, home.resolve("data")));
    this.server = launch();
  }

  /** Whether the program is here. If not, {@link #HOW_TO_INSTALL} says what to do. */
  public static boolean isInstalled() {
    return program().isPresent();
  }

  /** Starts a server that takes messages up to so many bytes. */
  public static NatsServer start(int maxPayloadBytes) {
    NatsServer started =
        new NatsServer(
            program().orElseThrow(() -> new IllegalStateException(HOW_TO_INSTALL)),
            maxPayloadBytes);
    Runtime.getRuntime().addShutdownHook(started.closeAtExit);
    return started;
  }

  private static Optional<Path> program() {
    return Programs.find(PROGRAM_PROPERTY, "nats-server", FOLDERS);
  }

  private ServerProcess launch() {
    long logged = home.log().length();
    List<String> command = List.of(program.toString(), "-c", home.resolve("nats.conf").toString());
    ServerProcess started = ServerProcess.start(home, command, Map.of());
    if (!started.awaits(() -> home.log().says(STARTED, logged), START_LIMIT)) {
      started.kill();
      throw new IllegalStateException("NATS does not start" + home.log().tail());
    }
    return started;
  }

  public String host() {
    return HOST;
  }

  public int port() {
    return port;
  }

  public String url() {
    return "nats://%s:%d".formatted(HOST, port);
  }

  /** Kills the server at once, with no chance to write anything. */
  public synchronized void crash() {
    server.kill();
  }

  /** Starts the server again on the same data and port, after killing it if it is up. */
  public synchronized void restart() {
    server.kill();
    server = launch();
  }

  /** Ends the server and deletes its files. */
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
    server.kill();
    home.delete();
  }
}
