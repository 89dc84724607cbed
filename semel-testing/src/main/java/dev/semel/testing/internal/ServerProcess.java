package dev.semel.testing.internal;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A process of a server, and those it started in turn. */
public final class ServerProcess {
  private static final Duration END_LIMIT = Duration.ofSeconds(30);
  private static final long BETWEEN_LOOKS_MILLIS = 20;

  private final Process process;

  private ServerProcess(Process process) {
    this.process = process;
  }

  /** Starts a program whose output goes to the server's log. */
  public static ServerProcess start(
      ServerHome home, List<String> command, Map<String, String> environment) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(home.path().toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(home.log().path().toFile()));
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      home.note(process.toHandle());
      return new ServerProcess(process);
    } catch (IOException e) {
      throw new IllegalStateException("cannot start " + command.get(0), e);
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it holds; false if the process ended before, or at the limit. */
  public boolean awaits(BooleanSupplier condition, Duration limit) {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() - startNanos > limit.toNanos()) {
        return false;
      }
      pause();
    }
    return true;
  }

  private static void pause() {
    try {
      Thread.sleep(BETWEEN_LOOKS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a server", e);
    }
  }

  /** Kills it and all it started, with no chance to write anything, and waits for their end. */
  public void kill() {
    killTree(process.toHandle());
  }

  static void killTree(ProcessHandle root) {
    // The list is taken first: children of a dead parent can no longer be found.
    List<ProcessHandle> tree = Stream.concat(Stream.of(root), root.descendants()).toList();
    tree.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture<?>[] ends =
        tree.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(ends).get(END_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the end of a server", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("process " + root.pid() + " does not end", e);
    }
  }
}
