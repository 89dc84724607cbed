package dev.semel.http.internal;

import dev.semel.http.Caller;
import dev.semel.http.Quota;
import dev.semel.http.Route;
import dev.semel.spi.Records;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
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
  private final Records records;
  private final LongSupplier nanoClock;
  private final ConcurrentMap<Who, Usage> usages = new ConcurrentHashMap<>();
  private final Usage uncounted;
  private final int maxAtRest;
  private volatile int sweepAbove;

  private record Who(Caller caller, String operation) {}

  /**
   * Quotas of one filter.
   *
   * @param nanoClock grows by one in a nanosecond
   */
  public Quotas(Quota quota, Records records, LongSupplier nanoClock) {
    this(quota, records, nanoClock, MAX_AT_REST);
  }

  Quotas(Quota quota, Records records, LongSupplier nanoClock, int maxAtRest) {
    this.quota = quota;
    this.records = records;
    this.nanoClock = nanoClock;
    this.uncounted = new Usage(Quota.unlimited(), records, nanoClock);
    this.maxAtRest = maxAtRest;
    this.sweepAbove = maxAtRest;
  }

  /** Lets a request in until it leaves; null if the caller has too many under way. */
  @Nullable Usage enter(Caller caller, Route route) {
    if (quota.equals(Quota.unlimited())) {
      return uncounted;
    }
    forgetThoseAtRest();
    AtomicReference<@Nullable Usage> entered = new AtomicReference<>();
    usages.compute(
        new Who(caller, route.operation()),
        (who, known) -> {
          Usage usage = known == null ? new Usage(quota, records, nanoClock) : known;
          entered.set(usage.enter() ? usage : null);
          return usage;
        });
    return entered.get();
  }

  /**
   * If nearly all are busy, the next sweep is put off, so that it costs little per request. One by
   * one, so that nobody enters what is just being forgotten.
   */
  private void forgetThoseAtRest() {
    if (usages.size() > sweepAbove) {
      for (Who who : usages.keySet()) {
        usages.computeIfPresent(who, (key, usage) -> usage.isAtRest() ? null : usage);
      }
      sweepAbove = Math.max(maxAtRest, 2 * usages.size());
    }
  }
}
