package dev.semel.testing.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A broker in a JVM of its own, which ends with this one. */
final class ProcessBroker implements Broker {
  private static final Duration MAX_STOP = Duration.ofSeconds(20);
  private static final Duration MAX_STOP_WITHOUT_QUORUM = Duration.ofSeconds(2);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final BrokerNode node;
  private final Path readyFile;
  private final Path logFile;
  private @Nullable Process process;

  ProcessBroker(BrokerNode node) {
    this.node = node;
    this.readyFile = beside(node.folder(), ".ready");
    this.logFile = beside(node.folder(), ".log");
  }

  private static Path beside(Path folder, String suffix) {
    return folder.resolveSibling(folder.getFileName() + suffix);
  }

  @Override
  public void beginStart() {
    if (isRunning()) {
      return;
    }
    try {
      Files.deleteIfExists(readyFile);
      Path settings = beside(node.folder(), ".properties");
      node.writeTo(settings);
      process = launch(settings);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start broker " + node.id(), e);
    }
  }

  private Process launch(Path settings) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                BrokerProgram.class.getName(),
                settings.toString(),
                readyFile.toString()))
        .redirectErrorStream(true)
        .redirectOutput(Redirect.appendTo(logFile.toFile()))
        .start();
  }

  @Override
  public void awaitStart(Duration maxWait) {
    long start = System.nanoTime();
    while (!Files.exists(readyFile)) {
      if (!isRunning() || System.nanoTime() - start > maxWait.toNanos()) {
        throw new KafkaClusterException("broker %d did not start: %s".formatted(node.id(), log()));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private String log() {
    try {
      return Files.readString(logFile);
    } catch (IOException e) {
      return "and left no log";
    }
  }

  @Override
  public void stop(boolean quorumIsLost) {
    Process running = process;
    if (running == null) {
      return;
    }
    running.destroy();
    Duration patience = quorumIsLost ? MAX_STOP_WITHOUT_QUORUM : MAX_STOP;
    try {
      if (!running.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      kill();
    }
    process = null;
  }

  @Override
  public void kill() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().onExit().join();
      process = null;
    }
  }

  @Override
  public boolean isRunning() {
    return process != null && process.isAlive();
  }
}
