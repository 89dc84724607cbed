package dev.semel.client;

import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt under way. The JDK's own timeout ends when the headers of the answer are there; a
 * body that does not come is given up by this one.
 */
final class Attempt {
  final int number;
  final int keptNumber;
  final WatchedBody body;
  private final Duration timeout;
  private final long startedNanos = System.nanoTime();
  private final CompletableFuture<Void> timer = new CompletableFuture<>();
  private volatile @Nullable CompletableFuture<?> exchange;
  private volatile boolean timedOut;

  Attempt(int number, int keptNumber, WatchedBody body, Duration timeout) {
    this.number = number;
    this.keptNumber = keptNumber;
    this.body = body;
    this.timeout = timeout;
  }

  /** The exchange to give up when time is over, or when the call is stopped. */
  void exchange(CompletableFuture<?> given) {
    exchange = given;
    if (timedOut) {
      given.cancel(true);
    }
  }

  /** The headers are there; from here on the JDK does not look at the time. */
  void headersCame() {
    long left = Math.max(1, timeout.toNanos() - (System.nanoTime() - startedNanos));
    CompletionStage<Void> armed = timer.orTimeout(left, TimeUnit.NANOSECONDS);
    armed.whenComplete((nothing, failure) -> timeIsOverIf(failure instanceof TimeoutException));
  }

  private void timeIsOverIf(boolean over) {
    if (over) {
      timedOut = true;
      cancel();
    }
  }

  void cancel() {
    CompletableFuture<?> running = exchange;
    if (running != null) {
      running.cancel(true);
    }
  }

  /** It ended: the clock is stopped, and the failure, if any, is called by its name. */
  @Nullable Throwable ended(@Nullable Throwable failure) {
    timer.complete(null);
    if (failure != null && timedOut) {
      return new HttpTimeoutException("the answer was not complete after " + timeout);
    }
    return failure == null ? null : Failures.unwrapped(failure);
  }

  Duration took() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }
}
