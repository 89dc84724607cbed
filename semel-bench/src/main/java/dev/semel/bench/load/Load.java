package dev.semel.bench.load;

import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.measure.Round;
import dev.semel.bench.process.OwnJava;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A process of its own that sends requests. For one thread. */
public final class Load implements AutoCloseable {
  private final Process process;
  private final DataOutputStream orders;
  private final DataInputStream results;

  private Load(Process process) {
    this.process = process;
    this.orders = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.results = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  /** Starts it, for the server on this port of the same machine. */
  public static Load on(int port) {
    List<String> command = OwnJava.command();
    command.addAll(
        List.of(
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            LoadProcess.class.getName(),
            Integer.toString(port)));
    try {
      return new Load(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new MeasurementException("the process that makes the load does not start", e);
    }
  }

  /**
   * Sends for so long.
   *
   * @throws MeasurementException if any answer was not the expected one
   */
  public Round send(Request request, int connections, Duration duration) {
    try {
      request.write(orders);
      orders.writeInt(connections);
      orders.writeLong(duration.toNanos());
      orders.flush();
      String failure = results.readUTF();
      if (!failure.isEmpty()) {
        throw new MeasurementException(failure, null);
      }
      return readRound();
    } catch (IOException e) {
      throw new MeasurementException("the process that makes the load has gone", e);
    }
  }

  private Round readRound() throws IOException {
    long elapsedNanos = results.readLong();
    long[] latenciesNanos = new long[results.readInt()];
    for (int i = 0; i < latenciesNanos.length; i++) {
      latenciesNanos[i] = results.readLong();
    }
    return Round.of(elapsedNanos, latenciesNanos);
  }

  /** Ends its input, upon which it ends. */
  @Override
  public void close() {
    try {
      orders.close();
      process.waitFor();
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
