package dev.semel.demo.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The program as people run it: its jar, in a process of its own. */
final class Program implements AutoCloseable {
  private static final String ADDRESS = "  http://localhost:";
  private static final int EXIT_LIMIT_SECONDS = 120;

  private final Process process;
  private final BufferedReader output;
  private final Path errors;
  private int port;

  private Program(Process process, Path errors) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
    this.errors = errors;
  }

  static Program run(Path scratch, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // As the launcher does, and as a program that lives for seconds.
    command.addAll(
        List.of("-XX:+IgnoreUnrecognizedVMOptions", "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-jar", jar().toString()));
    command.addAll(List.of(arguments));
    try {
      Path errors = Files.createTempFile(scratch, "errors", ".txt");
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      return new Program(process, errors);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  private static Path jar() {
    // The test classes are in the build folder, next to the jar.
    String classes = Program.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return Path.of(classes).resolveSibling("semel-demo.jar");
  }

  long pid() {
    return process.pid();
  }

  /** Waits until it is ready, and returns its port. */
  int awaitPort() {
    String line =
        output
            .lines()
            .filter(said -> said.startsWith(ADDRESS))
            .findFirst()
            .orElseThrow(() -> new AssertionError("it ended without being ready: " + errors()));
    port = Integer.parseInt(line.substring(ADDRESS.length()).replace("/", ""));
    return port;
  }

  /** Where it listens, once it is ready. */
  int port() {
    return port;
  }

  /** Waits for its end, and returns what it said on standard output. */
  String awaitOutput() {
    return output.lines().collect(Collectors.joining("\n"));
  }

  int awaitExit() {
    return process.onExit().orTimeout(EXIT_LIMIT_SECONDS, TimeUnit.SECONDS).join().exitValue();
  }

  /** What it said on standard error. */
  String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read what it said", e);
    }
  }

  void assertOneErrorLine(String words) {
    assertThat(errors().lines())
        .singleElement()
        .asString()
        .startsWith("semel demo: ")
        .contains(words);
  }

  /** As {@code kill -9} does. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /**
   * As Ctrl-C does: to a JVM both signals mean the same, and this one is not ignored where a build
   * runs in the background.
   */
  void interrupt() {
    process.toHandle().destroy();
  }

  @Override
  public void close() {
    kill();
  }
}
