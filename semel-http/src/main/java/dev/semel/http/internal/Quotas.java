package dev.semel.http.internal;

import dev.semel.Semel;
import dev.semel.http.Caller;
import dev.semel.http.Quota;
import dev.semel.http.Route;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps count of what each caller uses of each operation. Counts of different callers never touch
 * each other. Safe for use by several threads.
 */
public final class Quotas {
  /** Above it, the counts of callers that are at rest are forgotten. */
  private static final int MAX_AT_REST = 10_000;

  private final Quota quota;
  private final Semel semel;
  private final LongSupplier nanoClock;
  private final ConcurrentMap<Who, Usage> usages = new ConcurrentHashMap<>();
  private final Usage uncounted;
  private volatile int sweepAbove = MAX_AT_REST;

  private record Who(Caller caller, String operation) {}

  /**
   * Quotas of one filter.
   *
   * @param nanoClock grows by one in a nanosecond
   */
  public Quotas(Quota quota, Semel semel, LongSupplier nanoClock) {
    this.quota = quota;
    this.semel = semel;
    this.nanoClock = nanoClock;
    this.uncounted = new Usage(Quota.unlimited(), semel.records(), nanoClock);
  }

  /** Lets a request in until it leaves; null if the caller has too many under way. */
  @Nullable Usage enter(Caller caller, Route route) {
    if (quota.equals(Quota.unlimited())) {
      return uncounted;
    }
    forgetThoseAtRest();
    Usage usage =
        usages.computeIfAbsent(
            new Who(caller, route.operation()),
            who -> new Usage(quota, semel.records(), nanoClock));
    return usage.enter() ? usage : null;
  }

  /** If nearly all are busy, the next sweep is put off, so that it costs little per request. */
  private void forgetThoseAtRest() {
    if (usages.size() > sweepAbove) {
      usages.values().removeIf(Usage::isAtRest);
      sweepAbove = Math.max(MAX_AT_REST, 2 * usages.size());
    }
  }
}
