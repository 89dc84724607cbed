package dev.semel.demo.server;

import org.jspecify.annotations.Nullable;

/** Stops what has been started, once, however far the start has come. Safe for several threads. */
final class Stopping {
  private final Backends backends;
  private @Nullable DemoServer server;
  private boolean stopped;

  Stopping(Backends backends) {
    this.backends = backends;
  }

  /** The service is there, and stops before what it works on. */
  synchronized void alsoStop(DemoServer started) {
    server = started;
  }

  synchronized void stop() {
    if (stopped) {
      return;
    }
    stopped = true;
    if (server != null) {
      server.close();
    }
    backends.close();
  }
}
