package dev.semel.bench.load;

import dev.semel.bench.load.HttpConnection.Reply;
import dev.semel.bench.load.Request.Keys;
import dev.semel.bench.measure.MeasurementException;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;

/** Sends one kind of request over a number of connections. Safe for use by several threads. */
final class Sender implements AutoCloseable {
  private static final int CREATED = 201;

  private final RequestBytes requests;
  private final Keys keys;
  private final BlockingQueue<HttpConnection> idle = new LinkedBlockingQueue<>();
  private final SeenKeys seen;

  private Sender(Request request, SeenKeys seen) {
    this.requests = new RequestBytes(request);
    this.keys = request.keys();
    this.seen = seen;
  }

  static Sender to(int port, Request request, int connections, SeenKeys seen) {
    Sender sender = new Sender(request, seen);
    try {
      for (int i = 0; i < connections; i++) {
        sender.idle.add(new HttpConnection(port));
      }
      sender.makeSeen();
      return sender;
    } catch (IOException e) {
      sender.close();
      throw new MeasurementException("no connection to the server", e);
    }
  }

  private void makeSeen() throws IOException {
    if (keys == Keys.SEEN && seen.areNew()) {
      HttpConnection connection = idle.element();
      for (int key = 0; key < SeenKeys.COUNT; key++) {
        refuseUnlessCreated(connection.exchange(requests.keyed(seen.key(key), key)), false);
      }
    }
  }

  /** Sends one, and tells how long the answer took. What is sent is put together before. */
  long sendNanos() throws IOException, InterruptedException {
    byte[] request = next();
    HttpConnection connection = idle.take();
    try {
      long startNanos = System.nanoTime();
      Reply reply = connection.exchange(request);
      long nanos = System.nanoTime() - startNanos;
      refuseUnlessCreated(reply, keys == Keys.SEEN);
      return nanos;
    } finally {
      idle.add(connection);
    }
  }

  private byte[] next() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return switch (keys) {
      case NONE -> requests.withoutKey(random.nextInt(Integer.MAX_VALUE));
      case FRESH ->
          requests.keyed(
              random.nextLong() + "-" + random.nextLong(), random.nextInt(Integer.MAX_VALUE));
      case SEEN -> {
        int key = random.nextInt(SeenKeys.COUNT);
        yield requests.keyed(seen.key(key), key);
      }
    };
  }

  private static void refuseUnlessCreated(Reply reply, boolean shouldBeReplayed) {
    if (reply.status() != CREATED || reply.isReplayed() != shouldBeReplayed) {
      throw new MeasurementException("not what was expected: " + reply, null);
    }
  }

  @Override
  public void close() {
    for (HttpConnection connection : idle) {
      try {
        connection.close();
      } catch (IOException e) {
        // It is not needed any more.
      }
    }
  }
}
