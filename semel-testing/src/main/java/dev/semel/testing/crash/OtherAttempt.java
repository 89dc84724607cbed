package dev.semel.testing.crash;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Another attempt at the same intent, made while the first stands at a step. */
final class OtherAttempt {
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int MAX_LOOKS = 60;

  private final CompletableFuture<Attempt> attempt;

  private OtherAttempt(CompletableFuture<Attempt> attempt) {
    this.attempt = attempt;
  }

  /**
   * Starts it, and returns when it has ended or waits for the first one: a lock, or an answer that
   * it polls for.
   */
  static OtherAttempt start(Observer observer, CrashHandler handler, Trial trial) {
    CompletableFuture<Attempt> attempt =
        CompletableFuture.supplyAsync(() -> Attempt.of(handler, trial), OtherAttempt::run);
    for (int look = 0; look < MAX_LOOKS && !attempt.isDone(); look++) {
      if (observer.doesAnybodyWaitForALock()) {
        break;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    return new OtherAttempt(attempt);
  }

  private static void run(Runnable work) {
    Thread thread = new Thread(work, "crash-explorer-duplicate");
    thread.setDaemon(true);
    thread.start();
  }

  Attempt await() {
    return attempt.join();
  }
}
