package dev.semel.demo.flow;

import dev.semel.relay.Delivery;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A sink whose relay can be killed at the worst moment: the broker has an event, and the relay will
 * never know. Safe for use by several threads.
 */
final class CrashableSink implements Sink {
  private final Sink sink;
  private volatile boolean silent;
  private volatile CountDownLatch published = new CountDownLatch(1);

  CrashableSink(Sink sink) {
    this.sink = sink;
  }

  /** From now on the relay is not told what became of its events. */
  void silence() {
    published = new CountDownLatch(1);
    silent = true;
  }

  /** Waits until the broker took an event that the relay was not told of. */
  boolean awaitPublished(Duration maxWait) {
    try {
      return published.await(maxWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The next relay is told again. */
  void speak() {
    silent = false;
  }

  @Override
  public void publish(SinkBatch batch) {
    sink.publish(
        new SinkBatch(
            batch.relay(),
            batch.shard(),
            batch.fence(),
            batch.replay(),
            batch.deliveries().stream().<Delivery>map(Silenced::new).toList()));
  }

  @Override
  public boolean keepsOrderWithinBatch() {
    return sink.keepsOrderWithinBatch();
  }

  @Override
  public void close() {
    sink.close();
  }

  private void tell(Runnable news) {
    if (!silent) {
      news.run();
    }
  }

  /** A delivery whose relay may be dead. */
  private final class Silenced implements Delivery {
    private final Delivery delivery;

    Silenced(Delivery delivery) {
      this.delivery = delivery;
    }

    @Override
    public RelayedEvent event() {
      return delivery.event();
    }

    @Override
    public int attempt() {
      return delivery.attempt();
    }

    @Override
    public boolean isWanted() {
      return delivery.isWanted();
    }

    @Override
    public void published() {
      tell(delivery::published);
      if (silent) {
        published.countDown();
      }
    }

    @Override
    public void failed(String reason) {
      tell(() -> delivery.failed(reason));
    }

    @Override
    public void failed(String reason, Duration retryAfter) {
      tell(() -> delivery.failed(reason, retryAfter));
    }

    @Override
    public void refused(String reason) {
      tell(() -> delivery.refused(reason));
    }

    @Override
    public void unavailable(String reason) {
      tell(() -> delivery.unavailable(reason));
    }

    @Override
    public void unavailable(String reason, Duration retryAfter) {
      tell(() -> delivery.unavailable(reason, retryAfter));
    }

    @Override
    public void skipped() {
      tell(delivery::skipped);
    }
  }
}
