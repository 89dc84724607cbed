package dev.semel.demo.server;

import dev.semel.demo.broker.NoBrokerException;
import dev.semel.demo.database.NoDatabaseException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.web.server.PortInUseException;

/** The program: {@code ./semel demo}. {@code --help} tells the options. */
public final class Demo {
  private static final int EXIT_FAILED = 1;
  private static final int EXIT_USAGE = 2;

  private final PrintStream out;

  private Demo(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) {
    setUpLog();
    PrintStream err = utf8(FileDescriptor.err);
    int exit = new Demo(utf8(FileDescriptor.out)).run(List.of(args), err);
    if (exit != 0) {
      System.exit(exit);
    }
  }

  /** As logback.xml says: Spring would set it up anew, while Kafka writes to it. */
  private static void setUpLog() {
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  private int run(List<String> words, PrintStream err) {
    if (words.contains("--help") || words.contains("-h")) {
      out.print(Words.USAGE);
      return 0;
    }
    try {
      start(CommandLine.read(words));
      return 0;
    } catch (UsageException e) {
      err.println("semel demo: " + e.getMessage() + "\n\n" + Words.USAGE);
      return EXIT_USAGE;
    } catch (NoDatabaseException | NoBrokerException | StartException e) {
      err.println("semel demo: " + e.getMessage());
      return EXIT_FAILED;
    }
  }

  private void start(DemoOptions options) {
    long startNanos = System.nanoTime();
    refuseTakenPort(options.port());
    Backends backends = Backends.start(options, this::say);
    Stopping stopping = new Stopping(backends);
    Runtime.getRuntime().addShutdownHook(new Thread(stopping::stop, "stop-demo"));
    try {
      say("starting casework");
      DemoServer server = serve(options.port(), backends);
      stopping.alsoStop(server);
      say(
          "ready after %d s"
              .formatted(Duration.ofNanos(System.nanoTime() - startNanos).toSeconds()));
      out.println(Words.ready(server.port()));
    } catch (RuntimeException e) {
      stopping.stop();
      throw e;
    }
  }

  private static DemoServer serve(int port, Backends backends) {
    try {
      return DemoServer.start(port, backends.database(), backends.broker());
    } catch (PortInUseException e) {
      throw portTaken(port, e);
    } catch (RuntimeException e) {
      throw new StartException(
          "the service does not start: " + StartException.innermostMessage(e), e);
    }
  }

  /** Before anything is started in vain. */
  private static void refuseTakenPort(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      socket.setReuseAddress(true);
    } catch (IOException e) {
      throw portTaken(port, e);
    }
  }

  private static StartException portTaken(int port, Exception cause) {
    return new StartException(
        "port %d is not free (%s); stop what listens there, or choose another with --port"
            .formatted(port, StartException.innermostMessage(cause)),
        cause);
  }

  private void say(String progress) {
    out.println("semel demo: " + progress);
  }

  /** What is printed has signs beyond ASCII, whatever the terminal's locale says. */
  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
