package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.Caller;
import dev.semel.http.Quota;
import dev.semel.http.Route;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Raced, because Lincheck does not look into the map that the counts are in. */
class QuotasRaceTest {
  private static final int THREADS = 3;
  private static final int VISITS = 20_000;
  private static final Quota ONE = Quota.unlimited().maxInFlight(1);

  /** Guests come once, and are forgotten, again and again. */
  @Test
  void nobodyEntersWhatIsJustBeingForgotten() throws Exception {
    Quotas quotas = new Quotas(ONE, NoRecords.INSTANCE, () -> 0, 0);
    Caller caller = new Caller("acme", "olga");
    Route route = Route.post("/orders");
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger crowded = new AtomicInteger();
    AtomicInteger guests = new AtomicInteger();
    Callable<Void> visits =
        () -> {
          for (int visit = 0; visit < VISITS; visit++) {
            Caller guest = new Caller("acme", "guest " + guests.incrementAndGet());
            Objects.requireNonNull(quotas.enter(guest, route)).leave();
            Usage usage = quotas.enter(caller, route);
            if (usage != null) {
              crowded.addAndGet(inside.incrementAndGet() > 1 ? 1 : 0);
              LockSupport.parkNanos(1);
              inside.decrementAndGet();
              usage.leave();
            }
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (Future<Void> done : threads.invokeAll(Collections.nCopies(THREADS, visits))) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(crowded).hasValue(0);
  }
}
