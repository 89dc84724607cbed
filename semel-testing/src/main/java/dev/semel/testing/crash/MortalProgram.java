package dev.semel.testing.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** What runs in a {@link MortalProcess}. It ends with whoever started it, as its input does. */
final class MortalProgram implements StepGate {
  private static final String READY = "ready";
  private static final String STEP = "step ";
  private static final String DONE = "done ";

  private final BufferedReader input =
      new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
  private final PrintStream output = System.out;
  private final AtomicInteger steps = new AtomicInteger();

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
    output.println(READY);
    String key = input.readLine();
    if (key != null) {
      handler.handle(new Trial(key, dataSource, jdbcUrl, this));
    }
  }

  /** Whether a line tells that the handler is there, and about to run if it has its key. */
  static boolean isReady(String line) {
    return line.equals(READY);
  }

  /** Whether a line tells that a step begins. */
  static boolean isStep(String line) {
    return line.startsWith(STEP);
  }

  /** Whether a line tells that a step is done. */
  static boolean isDone(String line) {
    return line.startsWith(DONE);
  }

  /** The name of the step that a line tells of. */
  static String nameIn(String line) {
    return line.substring(line.indexOf(' ', STEP.length()) + 1);
  }

  /** The line that tells that a step is done, by the line that told that it began. */
  static String doneWith(String line) {
    return DONE + line.substring(STEP.length());
  }

  /** Steps of several threads may be under way at once, and one may wait for another. */
  @Override
  public <V extends @Nullable Object, E extends Exception> V pass(
      String name, Trial.Request<V, E> request) throws E {
    String numbered = steps.incrementAndGet() + " " + name;
    tell(STEP + numbered);
    V got = request.ask();
    tell(DONE + numbered);
    return got;
  }

  /** One line at a time, each answered at once. */
  private synchronized void tell(String line) {
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
