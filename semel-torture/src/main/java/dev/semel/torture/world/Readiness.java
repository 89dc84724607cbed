package dev.semel.torture.world;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Waits for processes to be at work, and remembers those that never were. For several threads. */
final class Readiness {
  private final Duration limit;
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  /**
   * @param limit how long a process may take
   */
  Readiness(Duration limit) {
    this.limit = limit;
  }

  /** Waits until a process is at work, has ended, or takes too long. */
  void await(RoleProcess process) {
    if (process.awaitReady(limit)) {
      return;
    }
    failures.add(
        process.isAlive()
            ? "%s was not ready %d seconds after it was started"
                .formatted(process.name(), limit.toSeconds())
            : "%s ended by itself before it was ready".formatted(process.name()));
  }

  /** Those that never were at work, in words. */
  List<String> failures() {
    return List.copyOf(failures);
  }
}
