package dev.semel.http.internal;

import dev.semel.http.Quota;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** A few threads: slots are counted exactly. */
class QuotasLincheckTest {
  private static final int THREADS = 3;
  private static final Quota ONE = Quota.unlimited().maxInFlight(1);

  /** Up to three hundred interleavings of each of ten scenarios. */
  @Test
  void nobodyIsRefusedWhileThereIsASlot() {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(300)
        .threads(THREADS)
        .actorsPerThread(2)
        .check(Slots.class);
  }

  /** One usage, entered and left. */
  public static class Slots {
    private final Usage usage = new Usage(ONE, NoRecords.INSTANCE, () -> 0);
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
