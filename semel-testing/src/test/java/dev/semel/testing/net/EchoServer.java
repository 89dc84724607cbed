package dev.semel.testing.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that sends back what it gets, and says how much it got and whether a stream ended. */
final class EchoServer implements AutoCloseable {

  private final ServerSocket listener;
  private final AtomicInteger receivedBytes = new AtomicInteger();
  private final AtomicInteger endedStreams = new AtomicInteger();

  EchoServer() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Threads.startDaemon("echo-server", this::acceptAll);
  }

  String host() {
    return listener.getInetAddress().getHostAddress();
  }

  int port() {
    return listener.getLocalPort();
  }

  int receivedBytes() {
    return receivedBytes.get();
  }

  int endedStreams() {
    return endedStreams.get();
  }

  @Override
  public void close() {
    Sockets.close(listener);
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Threads.startDaemon("echo-connection", () -> echo(socket));
      } catch (IOException e) {
        // Closed; the loop's condition tells.
      }
    }
  }

  private void echo(Socket socket) {
    try (socket;
        InputStream input = socket.getInputStream()) {
      byte[] chunk = new byte[8_192];
      for (int length = input.read(chunk); length >= 0; length = input.read(chunk)) {
        receivedBytes.addAndGet(length);
        socket.getOutputStream().write(chunk, 0, length);
      }
      socket.getOutputStream().write("bye".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // A cut connection ends the stream too.
    } finally {
      endedStreams.incrementAndGet();
    }
  }
}
