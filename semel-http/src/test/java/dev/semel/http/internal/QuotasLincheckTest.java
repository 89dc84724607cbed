package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.Caller;
import dev.semel.http.Quota;
import dev.semel.http.Route;
import dev.semel.spi.Records;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** A few threads: slots are counted exactly. */
class QuotasLincheckTest {
  private static final int THREADS = 3;
  private static final int VISITS = 20_000;
  private static final Quota ONE = Quota.unlimited().maxInFlight(1);
  private static final Records NOT_ASKED =
      (Records)
          Proxy.newProxyInstance(
              Records.class.getClassLoader(),
              new Class<?>[] {Records.class},
              (self, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
              });

  /** Every interleaving. */
  @Test
  void nobodyIsRefusedWhileThereIsASlot() {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(300)
        .threads(THREADS)
        .actorsPerThread(2)
        .check(Slots.class);
  }

  /**
   * Raced, because the checker does not look into the map that the counts are in. Guests come once,
   * and are forgotten, again and again.
   */
  @Test
  void nobodyEntersWhatIsJustBeingForgotten() throws Exception {
    Quotas quotas = new Quotas(ONE, NOT_ASKED, () -> 0, 0);
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

  /** One usage, entered and left. */
  public static class Slots {
    private final Usage usage = new Usage(ONE, NOT_ASKED, () -> 0);
    private final int[] entered = new int[THREADS + 1];

    @Operation
    public boolean enter(@Param(gen = ThreadIdGen.class) int thread) {
      boolean granted = usage.enter();
      entered[thread] += granted ? 1 : 0;
      return granted;
    }

    /** Nobody leaves who has not entered. */
    @Operation
    public void leave(@Param(gen = ThreadIdGen.class) int thread) {
      if (entered[thread] > 0) {
        entered[thread]--;
        usage.leave();
      }
    }
  }
}
