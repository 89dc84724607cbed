package dev.semel.testing.rabbitmq;

import dev.semel.testing.internal.Programs;
import dev.semel.testing.internal.ServerHome;
import dev.semel.testing.internal.ServerProcess;
import dev.semel.testing.net.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A RabbitMQ server that belongs to one test, or to all tests of a JVM. Log in as {@value #USER}
 * with the password {@value #PASSWORD}.
 *
 * <pre>{@code
 * try (RabbitServer rabbit = RabbitServer.start(Map.of())) {
 *   ConnectionFactory factory = new ConnectionFactory();
 *   factory.setHost(rabbit.host());
 *   factory.setPort(rabbit.port());
 * }
 * }</pre>
 *
 * <p>The program is the one the system property {@value #PROGRAM_PROPERTY} names, or the installed
 * one; {@link #isInstalled} tells whether there is any.
 *
 * <p><b>Guarantee:</b> node name, ports, cookie, data and port mapper are its own, and it listens
 * on the loopback address only. It ends with its JVM; what a killed JVM left is ended before the
 * next server starts. <b>Order:</b> {@link #crash} and {@link #restart} return when it is done.
 * <b>Threads:</b> safe for use by several threads; those two run one at a time.
 */
public final class RabbitServer implements AutoCloseable {
  public static final String PROGRAM_PROPERTY = "semel.test.rabbitmq.server";
  public static final String USER = "guest";
  public static final String PASSWORD = "guest";
  public static final String HOW_TO_INSTALL =
      "RabbitMQ is not installed; on Debian: apt-get install rabbitmq-server";

  private static final String HOST = "127.0.0.1";
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration CONTROL_LIMIT = Duration.ofMinutes(1);
  private static final String STARTED = "Server startup complete";

  // Debian's program on the path insists on the system's own user and data.
  private static final List<String> FOLDERS =
      List.of("/usr/lib/rabbitmq/bin", "/opt/homebrew/sbin", "/usr/local/sbin");
  private static final List<String> ERLANG_FOLDERS = List.of("/usr/lib/erlang/bin");

  private final Path program;
  private final ServerHome home;
  private final Map<String, String> environment;
  private final int port;
  private final ServerProcess portMapper;
  private final Thread closeAtExit = new Thread(this::end, "stop-rabbitmq");
  private ServerProcess server;
  private boolean ended;

  private RabbitServer(Path program, Path portMapperProgram, Map<String, String> settings) {
    this.program = program;
    this.home = ServerHome.make("rabbitmq");
    this.port = FreePorts.pick();
    int portMapperPort = FreePorts.pick();
    this.environment = environment(portMapperPort, FreePorts.pick());
    writeFiles(settings);
    // In the foreground, so that it can be ended by its id like any other process.
    this.portMapper =
        ServerProcess.start(
            home,
            List.of(
                portMapperProgram.toString(),
                "-port",
                Integer.toString(portMapperPort),
                "-address",
                HOST),
            Map.of());
    this.server = launch();
  }

  /** Whether the program is here. If not, {@link #HOW_TO_INSTALL} says what to do. */
  public static boolean isInstalled() {
    return program().isPresent() && portMapper().isPresent();
  }

  /**
   * Starts a server.
   *
   * @param settings lines of its configuration, such as {@code max_message_size} and {@code
   *     1000000}
   */
  public static RabbitServer start(Map<String, String> settings) {
    RabbitServer started =
        new RabbitServer(
            program().orElseThrow(RabbitServer::notInstalled),
            portMapper().orElseThrow(RabbitServer::notInstalled),
            settings);
    Runtime.getRuntime().addShutdownHook(started.closeAtExit);
    return started;
  }

  private static Optional<Path> program() {
    return Programs.find(PROGRAM_PROPERTY, "rabbitmq-server", FOLDERS);
  }

  private static Optional<Path> portMapper() {
    return Programs.find("semel.test.epmd", "epmd", ERLANG_FOLDERS);
  }

  private static IllegalStateException notInstalled() {
    return new IllegalStateException(HOW_TO_INSTALL);
  }

  private Map<String, String> environment(int portMapperPort, int distributionPort) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("HOME", home.path().toString());
    variables.put("RABBITMQ_NODENAME", "semel-%d@localhost".formatted(port));
    variables.put("RABBITMQ_MNESIA_BASE", home.resolve("data").toString());
    variables.put("RABBITMQ_LOG_BASE", home.resolve("log").toString());
    variables.put("RABBITMQ_CONFIG_FILE", home.resolve("rabbitmq.conf").toString());
    variables.put("RABBITMQ_ENABLED_PLUGINS_FILE", home.resolve("plugins").toString());
    variables.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
    variables.put("RABBITMQ_DIST_PORT", Integer.toString(distributionPort));
    variables.put("ERL_EPMD_PORT", Integer.toString(portMapperPort));
    variables.put("ERL_EPMD_ADDRESS", HOST);
    return variables;
  }

  private void writeFiles(Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("listeners.tcp.1", HOST + ":" + port);
    all.put("log.console", "true");
    all.put("disk_free_limit.absolute", "1MB");
    all.putAll(settings);
    home.write(
        "rabbitmq.conf",
        all.entrySet().stream()
            .map(line -> line.getKey() + " = " + line.getValue() + "\n")
            .collect(Collectors.joining()));
    home.write("plugins", "[].\n");
  }

  private ServerProcess launch() {
    long logged = home.log().length();
    ServerProcess started = ServerProcess.start(home, List.of(program.toString()), environment);
    if (!started.awaits(() -> home.log().says(STARTED, logged), START_LIMIT)) {
      started.kill();
      throw new IllegalStateException("RabbitMQ does not start" + home.log().tail());
    }
    return started;
  }

  public String host() {
    return HOST;
  }

  public int port() {
    return port;
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

  /**
   * Runs {@code rabbitmqctl} against this server.
   *
   * @return what it wrote
   */
  public String control(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(program.resolveSibling("rabbitmqctl").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(CONTROL_LIMIT.toSeconds(), TimeUnit.SECONDS)
          || process.exitValue() != 0) {
        throw new IllegalStateException("rabbitmqctl failed: " + said);
      }
      return said;
    } catch (IOException e) {
      throw new IllegalStateException("cannot run rabbitmqctl", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while rabbitmqctl ran", e);
    }
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
    portMapper.kill();
    home.delete();
  }
}
