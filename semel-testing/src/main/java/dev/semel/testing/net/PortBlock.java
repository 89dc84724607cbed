package dev.semel.testing.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Some neighbouring ports that belong to one owner. The first of them is kept open as the mark of
 * that, so the system gives the block back when the owner's process ends, in whatever way.
 */
final class PortBlock implements AutoCloseable {
  static final int SIZE = 100;

  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 32_000;
  private static final int MAX_TRIES = 1_000;

  private final ServerSocket mark;
  private int given;

  private PortBlock(ServerSocket mark) {
    this.mark = mark;
  }

  static PortBlock claim() {
    for (int i = 0; i < MAX_TRIES; i++) {
      int index = ThreadLocalRandom.current().nextInt((HIGHEST - LOWEST) / SIZE);
      ServerSocket mark = open(LOWEST + index * SIZE);
      if (mark != null) {
        return new PortBlock(mark);
      }
    }
    throw new IllegalStateException(
        "no free ports between " + LOWEST + " and " + HIGHEST + ": is another program using them?");
  }

  /** The next port at which nobody listens. */
  int next() {
    for (int i = 1; i < SIZE; i++) {
      int port = mark.getLocalPort() + 1 + given++ % (SIZE - 1);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "all %d ports from %d on are taken; close servers that are not needed any more"
            .formatted(SIZE, mark.getLocalPort()));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = open(port)) {
      return socket != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** Null if somebody listens there. */
  private static @Nullable ServerSocket open(int port) {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    mark.close();
  }
}
