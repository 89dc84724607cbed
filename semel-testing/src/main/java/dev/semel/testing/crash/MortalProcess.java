package dev.semel.testing.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/** The handler in a process of its own, which can be killed as nothing else can. */
final class MortalProcess {
  private final Process process;

  private MortalProcess(Process process) {
    this.process = process;
  }

  static MortalProcess start(Class<? extends CrashHandler> handler, Trial trial) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path", ""),
            MortalProcess.class.getName(),
            handler.getName(),
            trial.key(),
            trial.jdbcUrl());
    try {
      return new MortalProcess(
          new ProcessBuilder(command)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command, e);
    }
  }

  /** As {@code kill -9} does. Returns when it is dead. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  int awaitExit() {
    return process.onExit().join().exitValue();
  }

  /** What runs in the process: handler, key, address. */
  public static void main(String[] arguments) throws Exception {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setURL(arguments[2]);
    var constructor =
        Class.forName(arguments[0]).asSubclass(CrashHandler.class).getDeclaredConstructor();
    constructor.setAccessible(true);
    CrashHandler handler = constructor.newInstance();
    handler.handle(new Trial(arguments[1], dataSource, arguments[2]));
  }
}
