package dev.semel.bench.load;

import dev.semel.bench.measure.Crew;
import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.measure.Round;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The process that makes the load. It is told on its standard input what to send, and tells on its
 * standard output what came of it, until its input ends.
 */
public final class LoadProcess {
  private final int port;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final Map<Request, SeenKeys> seen = new HashMap<>();

  private LoadProcess(int port, DataInputStream in, DataOutputStream out) {
    this.port = port;
    this.in = in;
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    new LoadProcess(
            Integer.parseInt(args[0]),
            new DataInputStream(new BufferedInputStream(System.in)),
            new DataOutputStream(new BufferedOutputStream(System.out)))
        .serve();
  }

  private void serve() throws IOException {
    try {
      while (true) {
        answer(Request.read(in), in.readInt(), Duration.ofNanos(in.readLong()));
      }
    } catch (EOFException e) {
      // Nobody asks any more.
    }
  }

  private void answer(Request request, int connections, Duration duration) throws IOException {
    try {
      write(run(request, connections, duration));
    } catch (MeasurementException e) {
      out.writeUTF(e.getMessage() + ": " + e.getCause());
      out.flush();
    }
  }

  private Round run(Request request, int connections, Duration duration) {
    try (Sender sender =
            Sender.to(
                port, request, connections, seen.computeIfAbsent(request, one -> new SeenKeys()));
        Crew crew = new Crew(connections)) {
      return crew.work(sender::sendNanos, duration);
    }
  }

  private void write(Round round) throws IOException {
    long[] latenciesNanos = round.latenciesNanos();
    out.writeUTF("");
    out.writeLong(round.elapsedNanos());
    out.writeInt(latenciesNanos.length);
    for (long latencyNanos : latenciesNanos) {
      out.writeLong(latencyNanos);
    }
    out.flush();
  }
}
