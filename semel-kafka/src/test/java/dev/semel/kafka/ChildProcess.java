package dev.semel.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM on this one's classpath, to be killed. */
public final class ChildProcess implements AutoCloseable {
  private final Process process;

  private ChildProcess(Process process) {
    this.process = process;
  }

  /** Runs a program. */
  public static ChildProcess run(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    try {
      return new ChildProcess(
          new ProcessBuilder(command)
              .redirectError(Redirect.INHERIT)
              .redirectOutput(Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + main, e);
    }
  }

  /** In the child: returns when whoever started it is gone. */
  public static void awaitEndOfParent() throws IOException {
    System.in.transferTo(OutputStream.nullOutputStream());
  }

  /** Whether it has not ended by itself. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it as {@code kill -9} does, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
