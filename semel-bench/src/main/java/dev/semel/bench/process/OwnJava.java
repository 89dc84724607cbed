package dev.semel.bench.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Java that runs this program, for processes that belong to it. */
public final class OwnJava {
  private OwnJava() {}

  /**
   * Returns the beginning of a command that starts another one, which compiles and collects as this
   * one does: what {@code -XX} options say here holds there.
   */
  public static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-XX:"))
        .forEach(command::add);
    return command;
  }
}
