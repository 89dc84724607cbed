package dev.semel.bench.process;

import dev.semel.bench.measure.MeasurementException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that does what it is told, one order after the other. It alone has the libraries that
 * Semel is compared with on its class path, so that they meddle with nothing else. For one thread.
 */
public final class Child implements AutoCloseable {
  private static final String PEERS = "peers";
  private static final String LIBRARIES = "lib";
  private static final long MAX_END_SECONDS = 60;

  private final String name;
  private final Process process;
  private final DataOutputStream orders;
  private final DataInputStream answers;

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    this.orders = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  /**
   * Starts it and returns when it is ready.
   *
   * @param program has a main method that {@linkplain Orders#serve serves}
   * @param name for people who read of its failures
   */
  public static Child start(
      Class<?> program, String name, int maxHeapMegabytes, List<String> arguments) {
    return start(program, name, List.of("-Xmx" + maxHeapMegabytes + "m"), arguments);
  }

  /** As {@link #start(Class, String, int, List)}, with options for the virtual machine. */
  public static Child start(
      Class<?> program, String name, List<String> options, List<String> arguments) {
    List<String> command = OwnJava.command();
    command.addAll(options);
    command.add("-Dlogback.configurationFile=child-logback.xml");
    command.add("-Dorg.springframework.boot.logging.LoggingSystem=none");
    command.add("-cp");
    command.add(classPath());
    command.add(program.getName());
    command.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      Child child = new Child(name, process);
      child.receive();
      return child;
    } catch (IOException e) {
      throw new MeasurementException("the process of %s does not start".formatted(name), e);
    }
  }

  private static String classPath() {
    return System.getProperty("java.class.path") + File.pathSeparator + peersFolder().resolve("*");
  }

  /** Where the jars are that only such processes have. */
  public static Path peersFolder() {
    return besideProgram(PEERS);
  }

  /** Where the jars are that this program has too. */
  public static Path librariesFolder() {
    return besideProgram(LIBRARIES);
  }

  private static Path besideProgram(String folder) {
    try {
      Path program =
          Path.of(Child.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return program.resolveSibling(folder);
    } catch (URISyntaxException e) {
      throw new MeasurementException("this program does not know where it is", e);
    }
  }

  /**
   * Has an order done and returns what came of it.
   *
   * @throws MeasurementException if it failed
   */
  public Answer order(String order, long... arguments) {
    try {
      orders.writeUTF(order);
      orders.writeInt(arguments.length);
      for (long argument : arguments) {
        orders.writeLong(argument);
      }
      orders.flush();
      return receive();
    } catch (IOException e) {
      throw new MeasurementException("the process of %s has gone".formatted(name), e);
    }
  }

  private Answer receive() throws IOException {
    String failure = answers.readUTF();
    if (!failure.isEmpty()) {
      throw new MeasurementException(name + ": " + failure, null);
    }
    return Answer.read(answers);
  }

  /** By which the system knows it. */
  public long pid() {
    return process.pid();
  }

  /** As {@code kill -9} does. Returns when it is dead. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Ends its input, upon which it ends; it is killed if it does not. */
  @Override
  public void close() {
    try {
      orders.close();
      if (!process.waitFor(MAX_END_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
