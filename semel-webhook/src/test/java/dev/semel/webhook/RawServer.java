package dev.semel.webhook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that speaks no HTTP of its own: for endpoints that misbehave. */
final class RawServer implements AutoCloseable {
  private final ServerSocket server;
  private final Talk talk;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  /** What is said on a connection. */
  interface Talk {
    void on(Socket socket) throws IOException, InterruptedException;
  }

  RawServer(ServerSocket server, Talk talk) {
    this.server = server;
    this.talk = talk;
    threads.execute(this::accept);
  }

  static RawServer talking(Talk talk) {
    try {
      return new RawServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), talk);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the head of a request, and says these bytes. */
  static RawServer saying(String text) {
    return talking(
        socket -> {
          readRequest(socket);
          socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
          socket.getOutputStream().flush();
        });
  }

  static void readRequest(Socket socket) throws IOException {
    byte[] some = new byte[64 * 1024];
    if (socket.getInputStream().read(some) < 0) {
      throw new IOException("nothing came");
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        sockets.add(socket);
        connections.incrementAndGet();
        threads.execute(() -> talk(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void talk(Socket socket) {
    try (socket) {
      talk.on(socket);
    } catch (IOException gone) {
      // The client went away, which is what some tests want.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  int connections() {
    return connections.get();
  }

  int port() {
    return server.getLocalPort();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + port() + "/hooks");
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }
}
