package dev.semel.http.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.testing.net.FreePorts;
import dev.semel.testing.postgres.PostgresDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of {@link OrderNode}, which can be killed and comes back on the same port. */
final class OrderProcess implements AutoCloseable {
  private static final int KILL_SECONDS = 30;

  private final PostgresDatabase database;
  private final int port = FreePorts.pick();
  private Process process;

  OrderProcess(PostgresDatabase database) {
    this.database = database;
    this.process = launch();
  }

  private Process launch() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx160m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(OrderNode.class.getName());
    command.addAll(List.of(database.jdbcUrl(), database.user(), Integer.toString(port)));
    try {
      Process started = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
      awaitReady(started);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its log is on the same stream, and nobody reads on: there is little of it. */
  private static void awaitReady(Process started) throws IOException {
    BufferedReader output = started.inputReader(UTF_8);
    String line = output.readLine();
    while (line != null && !line.equals(OrderNode.READY)) {
      line = output.readLine();
    }
    if (line == null) {
      throw new IllegalStateException("an instance of the application ended before it served");
    }
    Thread reader = new Thread(() -> output.lines().forEach(ignored -> {}), "order-node-output");
    reader.setDaemon(true);
    reader.start();
  }

  int port() {
    return port;
  }

  /** Starts it again, after it was killed. */
  void restart() {
    process = launch();
  }

  /** Kills it as {@code kill -9} does. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(KILL_SECONDS, TimeUnit.SECONDS).join();
  }
}
