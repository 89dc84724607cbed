package dev.semel.testing.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One client's connection through the proxy: a socket to each side and a pump each way. */
final class ProxyConnection {

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  private final String name;
  private final Socket client;
  private final Socket server = new Socket();
  private final Consumer<ProxyConnection> atEnd;
  private final CountDownLatch cut = new CountDownLatch(1);
  private final AtomicInteger livePumps = new AtomicInteger(2);
  private final Outlet toServer;
  private final Outlet toClient;
  private final Pump requests;
  private final Pump replies;

  ProxyConnection(
      String name, Socket client, Faults faults, Traffic traffic, Consumer<ProxyConnection> atEnd) {
    this.name = name;
    this.client = client;
    this.atEnd = atEnd;
    this.toServer = new Outlet(Direction.TO_SERVER, server, this, faults, traffic);
    this.toClient = new Outlet(Direction.TO_CLIENT, client, this, faults, traffic);
    Conversation conversation = new Conversation();
    this.requests =
        new Pump(client, new ClientFilter(conversation, faults, traffic), toServer, this);
    this.replies = new Pump(server, new ServerFilter(conversation, traffic), toClient, this);
  }

  /** Connects to the server and starts to pass bytes, on threads of its own. */
  void start(String host, int port) {
    Threads.startDaemon(name + "-to-server", () -> connectAndPump(host, port));
  }

  /** Ends the connection to both sides at once. May be called any number of times. */
  void cut() {
    cut.countDown();
    Sockets.close(client);
    Sockets.close(server);
    atEnd.accept(this);
  }

  void cutIfItLostBytes() {
    if (toServer.hasLostBytes() || toClient.hasLostBytes()) {
      cut();
    }
  }

  void halfClose(Direction direction) {
    (direction == Direction.TO_SERVER ? toServer : toClient).end();
  }

  /** A pump has seen the end of its stream; the connection ends when both have. */
  void pumpEnded() {
    if (livePumps.decrementAndGet() == 0) {
      cut();
    }
  }

  /** Waits, but no longer than the connection lives. */
  void pauseNanos(long nanos) throws IOException {
    try {
      if (cut.await(nanos, TimeUnit.NANOSECONDS)) {
        throw new IOException("the connection was cut");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the proxy's thread was interrupted", e);
    }
  }

  private void connectAndPump(String host, int port) {
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(new InetSocketAddress(host, port), (int) CONNECT_LIMIT.toMillis());
    } catch (IOException e) {
      // To the client it looks as if the server itself had gone.
      Sockets.reset(client);
      cut();
      return;
    }
    Threads.startDaemon(name + "-to-client", replies::run);
    requests.run();
  }
}
