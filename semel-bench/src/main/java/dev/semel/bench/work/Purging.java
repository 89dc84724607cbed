package dev.semel.bench.work;

import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.bench.measure.MeasurementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/** Purges batch after batch for a while, and counts. For one thread. */
public final class Purging {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final PurgeSettings ONE_BATCH = new PurgeSettings(1_000, 1);

  private final Semel semel;
  private final IntConsumer replacement;
  private long purged;
  private long nanos;
  private int removed;

  /**
   * Purges what this node can.
   *
   * @param replacement puts so many expired records back
   */
  public Purging(Semel semel, IntConsumer replacement) {
    this.semel = semel;
    this.replacement = replacement;
  }

  /** How fast it went, over all that was purged. */
  public double perSecond() {
    return purged * NANOS_PER_SECOND / nanos;
  }

  /** Begins to purge in the background. */
  public Running start() {
    return new Running();
  }

  /** Puts back as many expired records as were removed, so that the next round finds the same. */
  public void replaceRemoved() {
    if (removed > 0) {
      replacement.accept(removed);
      removed = 0;
    }
  }

  /** A purge under way; closing it ends it. */
  public final class Running implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<Void> work = CompletableFuture.runAsync(this::purge);

    private void purge() {
      long startNanos = System.nanoTime();
      long batch = 1;
      while (batch > 0 && !over.get()) {
        batch = semel.purge(ONE_BATCH);
        removed += (int) batch;
        purged += batch;
      }
      nanos += System.nanoTime() - startNanos;
    }

    @Override
    public void close() {
      over.set(true);
      try {
        work.join();
      } catch (CompletionException e) {
        throw new MeasurementException("the purge failed", e.getCause());
      }
    }
  }
}
