package dev.semel.http.filter;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for something that another thread or process brings about. */
final class Waiting {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private Waiting() {}

  static void until(String what, BooleanSupplier condition) {
    boolean unused = until(what, condition::getAsBoolean, isTrue -> isTrue);
  }

  /**
   * Sends a request again as long as it is in progress, as a client would. What has committed may
   * be seen a moment before it counts as ended.
   */
  static HttpResponse<String> whileInProgress(Supplier<HttpResponse<String>> request) {
    return until(
        "it has ended", request, response -> !response.body().contains("\"code\":\"in_progress\""));
  }

  private static <T> T until(String what, Supplier<T> source, Predicate<T> isEnough) {
    long startNanos = System.nanoTime();
    T found = source.get();
    while (!isEnough.test(found)) {
      if (System.nanoTime() - startNanos > LIMIT.toNanos()) {
        throw new AssertionError("did not come about within " + LIMIT + ": " + what);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      found = source.get();
    }
    return found;
  }
}
