package dev.semel.torture.world;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits until nodes listen. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int CONNECT_MILLIS = 500;

  private Readiness() {}

  static void await(List<World.NodeAccess> nodes) {
    long startNanos = System.nanoTime();
    for (World.NodeAccess node : nodes) {
      while (!listens(node.process().settings().port())) {
        if (System.nanoTime() - startNanos > LIMIT.toNanos() || !node.process().isAlive()) {
          throw new IllegalStateException(
              "%s does not start: %s".formatted(node.process().name(), log(node.process())));
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String log(RoleProcess process) {
    try {
      return Files.readString(process.log());
    } catch (IOException e) {
      return "it left no log";
    }
  }
}
