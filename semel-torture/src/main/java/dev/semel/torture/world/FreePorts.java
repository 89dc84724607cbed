package dev.semel.torture.world;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports for servers that come back on the same one. They lie below those that the system
 * gives to outgoing connections: a client that knocks while the server is down could be given the
 * very port it knocks at.
 */
final class FreePorts {
  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 32_000;
  private static final int MAX_TRIES = 100;

  private FreePorts() {}

  static int pick() {
    for (int i = 0; i < MAX_TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port between " + LOWEST + " and " + HIGHEST);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
