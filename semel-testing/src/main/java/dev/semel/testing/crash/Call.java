package dev.semel.testing.crash;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call of a handler, in a thread of its own, so that nobody waits for ever. */
final class Call {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final CompletableFuture<Attempt> result = new CompletableFuture<>();
  private final Thread thread;

  private Call(CrashHandler handler, Trial trial) {
    thread = new Thread(() -> run(handler, trial), "crash-explorer-attempt");
    thread.setDaemon(true);
  }

  static Call start(CrashHandler handler, Trial trial) {
    Call call = new Call(handler, trial);
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

  /** How it ended; or that it has not within two minutes, and where it stands. */
  Attempt await() {
    try {
      return result.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return new Attempt(null, new HandlerHangsException(LIMIT, thread.getStackTrace()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a handler was called", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call cannot fail", e);
    }
  }
}
