package dev.semel.client;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/** Time that stands still; a wait ends when the test says so. */
final class HeldTiming implements Timing {
  private final BlockingQueue<CompletableFuture<?>> waits = new LinkedBlockingQueue<>();

  @Override
  public Instant now() {
    return ManualTiming.START;
  }

  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public double random() {
    return 0;
  }

  @Override
  public CompletionStage<?> after(Duration wait, Executor executor) {
    CompletableFuture<?> held = new CompletableFuture<>();
    waits.add(held);
    return held;
  }

  /** Blocks until the client waits. Running what is returned ends the wait. */
  Runnable nextWait() throws InterruptedException {
    CompletableFuture<?> wait = waits.take();
    return () -> wait.complete(null);
  }
}
