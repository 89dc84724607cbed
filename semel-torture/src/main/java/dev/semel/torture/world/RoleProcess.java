package dev.semel.torture.world;

import dev.semel.torture.role.RoleProgram;
import dev.semel.torture.role.RoleSettings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process of the bank: started, killed, stopped for a while, started again. Its output is
 * appended to a file.
 *
 * <p><b>Guarantee:</b> it ends with this process, however that ends; one that is stopped goes on
 * after its time, whatever becomes of this process. <b>Order:</b> each method returns when it is
 * done. <b>Threads:</b> safe for several; methods run one at a time.
 */
public final class RoleProcess implements AutoCloseable {
  private static final String MEMORY = "-Xmx160m";
  private static final Duration MAX_STOP = Duration.ofSeconds(15);
  private static final long KILL_SECONDS = 60;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Path log;
  private final Duration maxStop;
  private RoleSettings settings;
  private @Nullable Process process;
  private long logStart;
  private int unexpectedEnds;
  private int forcedEnds;

  RoleProcess(RoleSettings settings, Path folder) {
    this(settings, folder, MAX_STOP);
  }

  /**
   * @param maxStop how long it may take to end when it is asked to
   */
  RoleProcess(RoleSettings settings, Path folder, Duration maxStop) {
    this.settings = settings;
    this.maxStop = maxStop;
    this.log = folder.resolve(settings.name() + ".log");
  }

  public String name() {
    return settings.name();
  }

  public synchronized RoleSettings settings() {
    return settings;
  }

  /** Starts it if it does not run. */
  public synchronized void start() {
    start(settings);
  }

  /** Starts it, if it does not run, with other settings. */
  public synchronized void start(RoleSettings other) {
    if (isAlive()) {
      return;
    }
    noteEnd();
    settings = other;
    try {
      logStart = Files.exists(log) ? Files.size(log) : 0;
      process =
          new ProcessBuilder(command(other))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(log.toFile()))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + other.name(), e);
    }
  }

  private static List<String> command(RoleSettings settings) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(MEMORY, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(List.of("-Dtorture.log=info", "-Dtorture.log.others=warn"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(RoleProgram.class.getName());
    command.addAll(settings.words());
    return command;
  }

  /** Waits until it is at work; false if it ends before, or takes too long. */
  public boolean awaitReady(Duration limit) {
    long startNanos = System.nanoTime();
    while (!isReady()) {
      if (!isAlive()
          || Thread.currentThread().isInterrupted()
          || System.nanoTime() - startNanos > limit.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  /** Whether it has said so since it was started. */
  private synchronized boolean isReady() {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(logStart);
      for (String line = file.readLine(); line != null; line = file.readLine()) {
        if (line.equals(RoleProgram.READY)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  /** Of the process that runs now. */
  synchronized long pid() {
    return Objects.requireNonNull(process, "it does not run").pid();
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Ends it as {@code kill -9} does. */
  public synchronized void kill() {
    noteEnd();
    if (process != null) {
      end(process);
    }
  }

  private void end(Process running) {
    running.destroyForcibly().onExit().orTimeout(KILL_SECONDS, TimeUnit.SECONDS).join();
    process = null;
  }

  /** Asks it to end, as a deployment does, and kills it if it does not. */
  public synchronized void stop() {
    noteEnd();
    Process running = process;
    if (running == null) {
      return;
    }
    running.destroy();
    try {
      if (!running.waitFor(maxStop.toNanos(), TimeUnit.NANOSECONDS)) {
        forcedEnds++;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Not by kill(): one that has ended meanwhile was asked to.
    end(running);
  }

  /**
   * Stops it, as a debugger or a full machine does, and lets it go on after a time. A shell does
   * both, which outlives this process, and whoever interrupts it at its terminal.
   *
   * @return whether it was stopped and went on; false if there was nothing to stop
   */
  public synchronized boolean pause(Duration time) {
    Process running = process;
    if (running == null || !running.isAlive()) {
      return false;
    }
    try {
      return new ProcessBuilder("/bin/sh", "-c", pauseScript(running.pid(), time))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop " + name(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** A shell knows numbers with a point only, wherever it runs. */
  static String pauseScript(long pid, Duration time) {
    return String.format(
        Locale.ROOT,
        "trap '' INT HUP; kill -STOP %d && sleep %.3f; kill -CONT %d",
        pid,
        time.toMillis() / 1000.0,
        pid);
  }

  /** How often it was asked to end, did not in time, and had to be killed. */
  public synchronized int forcedEnds() {
    return forcedEnds;
  }

  /** How often it ended though nobody ended it. */
  public synchronized int unexpectedEnds() {
    noteEnd();
    return unexpectedEnds;
  }

  private void noteEnd() {
    if (process != null && !process.isAlive()) {
      unexpectedEnds++;
      process = null;
    }
  }

  /** What it has written, in all its lives. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return "it left no log";
    }
  }

  @Override
  public void close() {
    kill();
  }
}
