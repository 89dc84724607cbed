package dev.semel.testing.crash;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Another attempt at the same intent, made while the first stands at a step. Safe for any threads.
 */
final class OtherAttempt {
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Call call;
  private final Script script;
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean beside;
  private volatile boolean answeredFirst;

  /** Of a call that was started. */
  OtherAttempt(Call call, Script script) {
    this.call = call;
    this.script = script;
  }

  /**
   * Returns when it has ended or waits for the first one: for a lock, or for an answer that it
   * polls for, which it is taken to do after the limit.
   */
  void watch(Observer observer, Duration limit) {
    long start = System.nanoTime();
    while (!call.isOver()) {
      if (observer.doesAnybodyWaitForALock()) {
        beside = true;
        script.add("the other attempt waits for a lock; the first goes on");
        return;
      }
      if (System.nanoTime() - start > limit.toNanos()) {
        beside = true;
        script.add(
            "the other attempt is still at work after %d s; the first goes on"
                .formatted(limit.toSeconds()));
        return;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    answeredFirst = await().hasAnswer();
  }

  /**
   * Whether it was still at work when the first went on; otherwise they were one after the other.
   */
  boolean wasBesideTheFirst() {
    return beside;
  }

  /** Whether it got anywhere before the first went on: it was at work, or had its answer. */
  boolean hasTakenOver() {
    return beside || answeredFirst;
  }

  /** How it ended, or that it hangs. */
  Attempt await() {
    Attempt attempt = call.await();
    if (told.compareAndSet(false, true)) {
      script.add("the other attempt: " + attempt);
    }
    return attempt;
  }
}
