package dev.semel.testing.crash;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A call of a handler, in a thread of its own, so that nobody waits for ever. Safe for any threads.
 */
final class Call {
  private final CompletableFuture<Attempt> result = new CompletableFuture<>();
  private final Thread thread;
  private final Duration limit;
  private final long startNanos = System.nanoTime();

  private Call(CrashHandler handler, Trial trial, Duration limit) {
    this.limit = limit;
    thread = new Thread(() -> run(handler, trial), "crash-explorer-attempt");
    thread.setDaemon(true);
  }

  /**
   * Starts it.
   *
   * @param limit from now on, however often its end is waited for
   */
  static Call start(CrashHandler handler, Trial trial, Duration limit) {
    Call call = new Call(handler, trial, limit);
    call.thread.start();
    return call;
  }

  private void run(CrashHandler handler, Trial trial) {
    try {
      result.complete(new Attempt(handler.handle(trial), null));
    } catch (Throwable e) {
      result.complete(new Attempt(null, e));
    }
  }

  boolean isOver() {
    return result.isDone();
  }

  /** How it ended; or that it has not within its limit, and where it stands. */
  Attempt await() {
    try {
      long leftNanos = limit.toNanos() - (System.nanoTime() - startNanos);
      return result.get(Math.max(0, leftNanos), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return new Attempt(null, new HandlerHangsException(limit, thread.getStackTrace()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a handler was called", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call cannot fail", e);
    }
  }
}
