package dev.semel.client;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Time that passes when the client waits, at once, and is written down. */
final class ManualTiming implements Timing {
  static final Instant START = Instant.parse("2026-11-01T12:00:00Z");

  private final List<Duration> waits = new ArrayList<>();
  private Instant now = START;
  private long nanos;
  private double random;
  private Runnable onWait = () -> {};

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized long nanoTime() {
    return nanos;
  }

  @Override
  public synchronized double random() {
    return random;
  }

  @Override
  public CompletionStage<?> after(Duration wait, Executor executor) {
    synchronized (this) {
      waits.add(wait);
      pass(wait);
    }
    onWait.run();
    return CompletableFuture.completedFuture(null);
  }

  synchronized List<Duration> waits() {
    return List.copyOf(waits);
  }

  synchronized void pass(Duration time) {
    now = now.plus(time);
    nanos += time.toNanos();
  }

  /** Moves the time of day alone, as somebody who sets a clock does. */
  synchronized void setTheClock(Duration by) {
    now = now.plus(by);
  }

  synchronized ManualTiming random(double value) {
    random = value;
    return this;
  }

  /** What happens while the client waits. */
  ManualTiming onWait(Runnable meanwhile) {
    this.onWait = meanwhile;
    return this;
  }
}
