package dev.semel.kafka.consumer;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@link RunnerProgram} under way. */
final class ChildRunner implements AutoCloseable {
  private final Process process;

  private ChildRunner(Process process) {
    this.process = process;
  }

  static ChildRunner start(Board board, Topic topic, Duration commitInterval) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(RunnerProgram.class.getName());
    command.add(board.database.jdbcUrl());
    command.add(topic.name);
    command.add(Long.toString(commitInterval.toMillis()));
    topic.client().forEach((name, value) -> command.add(name + "=" + value));
    return new ChildRunner(
        new ProcessBuilder(command)
            .redirectOutput(Redirect.INHERIT)
            .redirectError(Redirect.INHERIT)
            .start());
  }

  /** Ends it as a power cut would, as far as a process can tell. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
