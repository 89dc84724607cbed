package dev.semel.testing.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM on this one's classpath that says one line and then waits to be ended. */
final class ChildJvm implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static ChildJvm run(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dslf4j.internal.verbosity=ERROR"));
    String binaries = System.getProperty(PostgresServer.BINARIES_PROPERTY, "");
    command.add("-D" + PostgresServer.BINARIES_PROPERTY + "=" + binaries);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    try {
      return new ChildJvm(new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  /** Returns the line that begins with the word, without the word. */
  String line(String word) {
    return output
        .lines()
        .filter(line -> line.startsWith(word + " "))
        .findFirst()
        .map(line -> line.substring(word.length() + 1))
        .orElseThrow(() -> new AssertionError("the child ended without saying " + word));
  }

  /** Kills it as {@code kill -9} does, and waits until it is gone. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
