package dev.semel.testing.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports for servers that will be restarted on them.
 *
 * <p>The port lies below the range from which operating systems take the local ports of outgoing
 * connections. Inside that range a client that keeps knocking while the server is down can be given
 * the very port it knocks at, connect to itself, and keep the server from coming back.
 */
public final class Ports {

  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 32_000;
  private static final int MAX_TRIES = 100;

  private Ports() {}

  public static int pickFree() {
    return pickFree(1).get(0);
  }

  /** As many as asked for, no two of which are the same. */
  public static List<Integer> pickFree(int count) {
    Set<Integer> ports = new LinkedHashSet<>();
    for (int i = 0; i < MAX_TRIES * count; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (isFree(port)) {
        ports.add(port);
      }
      if (ports.size() == count) {
        return List.copyOf(ports);
      }
    }
    throw new IllegalStateException(
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
