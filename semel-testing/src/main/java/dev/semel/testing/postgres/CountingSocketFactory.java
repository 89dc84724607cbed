package dev.semel.testing.postgres;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;

/** What the PostgreSQL driver opens its connections with when they are counted. */
public final class CountingSocketFactory extends SocketFactory {
  private static final Map<String, Counts> COUNTS = new ConcurrentHashMap<>();

  private final Counts counts;

  private record Counts(AtomicLong roundTrips, AtomicLong connections) {}

  /**
   * Called by the driver, with what the data source gave as {@code socketFactoryArg}.
   *
   * @throws IllegalArgumentException if no {@link RoundTripCounter} has that id
   */
  public CountingSocketFactory(String id) {
    Counts registered = COUNTS.get(id);
    if (registered == null) {
      throw new IllegalArgumentException("no counter " + id + ": use RoundTripCounter.on");
    }
    this.counts = registered;
  }

  /** Returns the id to give to the driver. */
  static String register(AtomicLong roundTrips, AtomicLong connections) {
    String id = UUID.randomUUID().toString();
    COUNTS.put(id, new Counts(roundTrips, connections));
    return id;
  }

  @Override
  public Socket createSocket() {
    counts.connections.incrementAndGet();
    return new CountingSocket(counts.roundTrips);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connect(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connect(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return createSocket(host, port);
  }

  private Socket connect(InetSocketAddress address) throws IOException {
    Socket socket = createSocket();
    socket.connect(address);
    return socket;
  }

  private static final class CountingSocket extends Socket {
    private final AtomicBoolean sent = new AtomicBoolean();
    private final AtomicLong roundTrips;

    CountingSocket(AtomicLong roundTrips) {
      this.roundTrips = roundTrips;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(int b) throws IOException {
          sent.set(true);
          out.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          sent.set(true);
          out.write(bytes, offset, length);
        }
      };
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read() throws IOException {
          countWait();
          return super.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          countWait();
          return super.read(bytes, offset, length);
        }
      };
    }

    private void countWait() {
      if (sent.getAndSet(false)) {
        roundTrips.incrementAndGet();
      }
    }
  }
}
