package dev.semel.relay.internal;

import dev.semel.relay.RelayedEvent;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * A sink that settles a delivery more than once, in up to three hundred interleavings of each of
 * ten scenarios: the first counts.
 */
class TaskLincheckTest {
  @Test
  void aDeliveryIsSettledOnceAndToldOnce() {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(2)
        .check(Settling.class);
  }

  /** A delivery in the hands of several threads. */
  public static class Settling {
    private static final RelayedEvent EVENT =
        new RelayedEvent(
            new UUID(1, 2),
            "key",
            "acme",
            "case",
            "9",
            1L,
            "changed",
            "{}",
            Map.of(),
            null,
            Instant.EPOCH,
            1);

    private final AtomicInteger told = new AtomicInteger();
    private final Task task = new Task(EVENT, 1, settled -> told.incrementAndGet());

    @Operation
    public void published() {
      task.published();
    }

    @Operation
    public void refused() {
      task.refused("too large");
    }

    @Operation
    public void failed() {
      task.failed("no route");
    }

    @Operation
    public String result() {
      return String.valueOf(task.result());
    }

    @Operation
    public boolean isWanted() {
      return task.isWanted();
    }

    @Validate
    public void itIsToldAtMostOnce() {
      if (told.get() > 1) {
        throw new AssertionError("told " + told.get() + " times");
      }
    }
  }
}
