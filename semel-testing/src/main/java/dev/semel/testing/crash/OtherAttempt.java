package dev.semel.testing.crash;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Another attempt at the same intent, made while the first stands at a step. */
final class OtherAttempt {
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** One that polls for the answer of the first would go on as long as the first stands. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Call call;
  private final Script script;
  private boolean told;

  private OtherAttempt(Call call, Script script) {
    this.call = call;
    this.script = script;
  }

  /**
   * Starts it, and returns when it has ended or waits for the first one: for a lock, or for an
   * answer that it polls for.
   */
  static OtherAttempt start(Observer observer, CrashHandler handler, Trial trial, Script script) {
    OtherAttempt other = new OtherAttempt(Call.start(handler, trial), script);
    other.watch(observer);
    return other;
  }

  private void watch(Observer observer) {
    long start = System.nanoTime();
    while (!call.isOver()) {
      if (observer.doesAnybodyWaitForALock()) {
        script.add("the other attempt waits for a lock; the first goes on");
        return;
      }
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        script.add(
            "the other attempt is still at work after %d s; the first goes on"
                .formatted(PATIENCE.toSeconds()));
        return;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    await();
  }

  /** How it ended. */
  Attempt await() {
    Attempt attempt = call.await();
    if (!told) {
      told = true;
      script.add("the other attempt: " + attempt);
    }
    return attempt;
  }
}
