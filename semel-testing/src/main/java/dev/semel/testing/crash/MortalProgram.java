package dev.semel.testing.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import org.postgresql.ds.PGSimpleDataSource;

/** What runs in a {@link MortalProcess}. It ends with whoever started it, as its input does. */
final class MortalProgram {
  static final String STEP = "step ";
  static final String DONE = "done";

  private final BufferedReader input =
      new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
  private final PrintStream output = System.out;

  private MortalProgram() {}

  /** Arguments: the handler's class and the address of the database. Its input: the key. */
  public static void main(String[] arguments) throws Exception {
    MortalProgram program = new MortalProgram();
    // Whatever the handler prints is not meant for the explorer.
    System.setOut(System.err);
    int code = 1;
    try {
      program.run(arguments[0], arguments[1]);
      code = 0;
    } catch (Exception | Error e) {
      e.printStackTrace(System.err);
    } finally {
      // Threads that the handler leaves behind would keep the process alive.
      Runtime.getRuntime().halt(code);
    }
  }

  private void run(String handlerClass, String jdbcUrl) throws Exception {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setURL(jdbcUrl);
    var constructor =
        Class.forName(handlerClass).asSubclass(CrashHandler.class).getDeclaredConstructor();
    constructor.setAccessible(true);
    CrashHandler handler = constructor.newInstance();
    String key = input.readLine();
    if (key != null) {
      handler.handle(new Trial(key, dataSource, jdbcUrl, this::pass));
    }
  }

  private synchronized void pass(String name, Runnable action) {
    tell(STEP + name);
    action.run();
    tell(DONE);
  }

  private void tell(String line) {
    output.println(line);
    try {
      if (input.readLine() == null) {
        Runtime.getRuntime().halt(1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
