package dev.semel.testing.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A TCP proxy in front of a server that breaks connections on purpose: at once, after a number of
 * bytes, or on a PostgreSQL message. It also counts what passes.
 *
 * <pre>{@code
 * try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
 *   DataSource dataSource = database.dataSourceVia(proxy.host(), proxy.port());
 *   Fault lost = proxy.onMessage("COMMIT").loseReply();
 *   service(dataSource).pay(17); // its commit succeeds, but it sees a broken connection
 *   lost.awaitFired();
 * }
 * }</pre>
 *
 * <p>Message faults, {@link #readyForQueryCount} and {@link #roundTripCount} understand the
 * PostgreSQL protocol, version 3, without TLS. Any other stream is passed on as it is, and only the
 * other faults apply to it.
 *
 * <p><b>Guarantee:</b> without a fault, bytes pass unchanged and in order. A fault fires no more
 * often than it was told to, and {@link Fault#awaitFired()} returns only when its damage is done.
 *
 * <p><b>Order:</b> a fault applies to bytes that arrive after the call that sets it has returned,
 * also on connections that are open already.
 *
 * <p><b>Threads:</b> safe for use by any number of threads. The proxy's own threads are daemons and
 * end with {@link #close}.
 */
public final class FaultProxy implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 2_000;
  private static final int BACKLOG = 200;

  private final String serverHost;
  private final int serverPort;
  private final ServerSocket listener;
  private final Thread acceptor;
  private final Faults faults = new Faults();
  private final Traffic traffic = new Traffic();
  private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong lastConnection = new AtomicLong();

  private FaultProxy(String serverHost, int serverPort, ServerSocket listener) {
    this.serverHost = serverHost;
    this.serverPort = serverPort;
    this.listener = listener;
    this.acceptor = Threads.daemon("fault-proxy-" + listener.getLocalPort(), this::acceptAll);
  }

  /** Starts a proxy on a free loopback port in front of the given server. */
  public static FaultProxy to(String host, int port) {
    try {
      ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
      FaultProxy proxy = new FaultProxy(host, port, listener);
      proxy.acceptor.start();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open a port for the proxy", e);
    }
  }

  /** Returns the host for clients to connect to. */
  public String host() {
    return listener.getInetAddress().getHostAddress();
  }

  /** Returns the port for clients to connect to. */
  public int port() {
    return listener.getLocalPort();
  }

  /**
   * Begins a fault that a PostgreSQL message from the client sets off: one that contains the text,
   * or that runs a prepared statement whose SQL contains it. The case of letters counts. Preparing
   * a statement does not set it off; running it does.
   */
  public OnMessage onMessage(String text) {
    return new OnMessage(text, 1, faults);
  }

  /** Lets a watcher decide about each request of PostgreSQL clients, until {@link #heal}. */
  public void watchRequests(RequestWatcher watcher) {
    faults.watch(watcher);
  }

  /**
   * Cuts the first connection that has passed so many bytes in one direction since this call, right
   * after the last of them. Zero cuts before the first byte.
   */
  public Fault cutAfterBytes(Direction direction, long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("cannot pass " + bytes + " bytes: give zero or more");
    }
    Fault fault = new Fault("cut after " + bytes + " bytes " + direction, 1);
    faults.add(new ByteRule(direction, bytes, fault));
    return fault;
  }

  /** Cuts all open connections now. New ones are welcome. */
  public void cutAll() {
    connections.forEach(ProxyConnection::cut);
  }

  /**
   * Refuses new connections until {@link #heal}: they are accepted and reset at once, so that the
   * port stays this proxy's. Open connections go on.
   */
  public void refuseNew() {
    faults.refuseNew();
  }

  /** Holds back whatever travels in one direction for so long, until {@link #heal}. */
  public void delay(Direction direction, Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("cannot delay by " + delay + ": give zero or more");
    }
    faults.delay(direction, delay);
  }

  /**
   * Takes what travels in one direction and passes nothing on, with all connections left open,
   * until {@link #heal}. What is taken is lost.
   */
  public void blackHole(Direction direction) {
    faults.blackHole(direction);
  }

  /**
   * Ends one direction of all open connections: the receiver sees the end of the stream, and what
   * still comes is lost. The other direction goes on.
   */
  public void halfClose(Direction direction) {
    connections.forEach(connection -> connection.halfClose(direction));
  }

  /**
   * Ends all faults. Connections that lost bytes in a black hole are cut, because a stream with a
   * hole in it is of no use.
   */
  public void heal() {
    faults.clear();
    connections.forEach(ProxyConnection::cutIfItLostBytes);
  }

  /**
   * Waits until each fault that was set, on a message or a number of bytes, has fired at least
   * once.
   *
   * @throws AssertionError if one has not after {@value Fault#AWAIT_LIMIT_SECONDS} seconds
   */
  public void awaitFired() {
    faults.all().forEach(Fault::awaitFired);
  }

  /** Returns how many connections clients have made, refused ones not included. */
  public long connectionCount() {
    return traffic.connections();
  }

  /** Returns how many connections are open now. */
  public int openConnectionCount() {
    return connections.size();
  }

  /** Returns how many bytes were passed on in one direction, those on their way included. */
  public long byteCount(Direction direction) {
    return traffic.bytes(direction);
  }

  /** Returns how many bytes met a delay in one direction, those that are held back now included. */
  public long delayedByteCount(Direction direction) {
    return traffic.delayedBytes(direction);
  }

  /** Returns how many bytes were lost in a black hole in one direction. */
  public long swallowedByteCount(Direction direction) {
    return traffic.swallowedBytes(direction);
  }

  /**
   * Returns how often the server said that it is ready for the next query: once per login, then
   * once per request that asked for an answer. A driver may send several of those together.
   */
  public long readyForQueryCount() {
    return traffic.readyForQuery();
  }

  /**
   * Returns how often a client sent something after the answer to all it had sent before, logins
   * included. Of a client that does not wait for an answer it may count one too many, if the server
   * is fast; {@code RoundTripCounter} counts what the client itself waits for.
   */
  public long roundTripCount() {
    return traffic.roundTrips();
  }

  /** Cuts all connections and stops listening. */
  @Override
  public void close() {
    Sockets.close(listener);
    // As long as a thread is still inside accept, the system goes on to accept for it.
    Threads.awaitEnd(acceptor);
    cutAll();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        accept(listener.accept());
      } catch (IOException e) {
        // Closed by close(), or a client that left while it was waiting: the loop's condition
        // tells.
      }
    }
    cutAll();
  }

  private void accept(Socket client) {
    if (faults.refusesNew() || connections.size() >= MAX_CONNECTIONS) {
      Sockets.reset(client);
      return;
    }
    traffic.countConnection();
    String name = "fault-proxy-" + port() + "-" + lastConnection.incrementAndGet();
    ProxyConnection connection =
        new ProxyConnection(name, client, faults, traffic, connections::remove);
    connections.add(connection);
    connection.start(serverHost, serverPort);
  }
}
