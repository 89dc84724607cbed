package dev.semel.testing.net;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/** Closing, which cannot usefully fail: the other side may have been faster. */
final class Sockets {

  private Sockets() {}

  static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed is closed.
    }
  }

  /** Closes so that the other side sees a reset instead of a regular end. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // Already closed by the other side.
    }
    close(socket);
  }

  static void endOutput(Socket socket) {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      // Already closed by the other side.
    }
  }
}
