package dev.semel.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program in a process of its own, whose words are read line by line and which can be killed. */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader words;

  private ChildJvm(Process process) {
    this.process = process;
    this.words = process.inputReader(UTF_8);
  }

  public static ChildJvm start(Class<?> program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return new ChildJvm(builder.start());
  }

  /** The next thing it says. */
  public String line() throws IOException {
    String line = words.readLine();
    if (line == null) {
      throw new AssertionError("it ended without a word");
    }
    return line;
  }

  /** Everything it says until it ends. */
  public List<String> lines() throws InterruptedException {
    List<String> all = words.lines().toList();
    process.waitFor();
    return all;
  }

  public int exitCode() {
    return process.exitValue();
  }

  /** Ends it as a power cut would, as far as a process can tell. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
