package dev.semel.testing.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports for brokers that will be restarted on them: below the range from which operating
 * systems take the local ports of outgoing connections, so that no client that keeps knocking at a
 * stopped broker is given the broker's own port.
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
    throw new KafkaClusterException(
        "no free port between " + LOWEST + " and " + HIGHEST + ": is another program using them?");
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
