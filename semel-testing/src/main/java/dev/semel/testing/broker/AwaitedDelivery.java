package dev.semel.testing.broker;

import dev.semel.relay.Delivery;
import dev.semel.relay.RelayedEvent;
import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One event that is handed to a sink without a relay, and what became of it. May be settled and
 * waited for by any thread; the first who settles it decides.
 */
public final class AwaitedDelivery implements Delivery {
  private static final String PUBLISHED = "published";

  private final RelayedEvent event;
  private final AtomicReference<@Nullable String> result = new AtomicReference<>();
  private volatile boolean handedOver;

  public AwaitedDelivery(RelayedEvent event) {
    this.event = event;
  }

  /** It is on its way from now on. */
  void note() {
    handedOver = true;
  }

  boolean isHandedOver() {
    return handedOver;
  }

  /** Waits until it is settled, and returns a word and the reason. */
  public String outcome() {
    Eventually.holds("it is settled", () -> result.get() != null);
    return String.valueOf(result.get());
  }

  /**
   * Waits until it is settled.
   *
   * @throws IllegalStateException if it was not published: to be tried again
   */
  void awaitPublished() {
    String outcome = outcome();
    if (!PUBLISHED.equals(outcome)) {
      throw new IllegalStateException(outcome);
    }
  }

  @Override
  public RelayedEvent event() {
    return event;
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public boolean isWanted() {
    return result.get() == null;
  }

  @Override
  public void published() {
    result.compareAndSet(null, PUBLISHED);
  }

  @Override
  public void failed(String reason) {
    result.compareAndSet(null, "failed: " + reason);
  }

  @Override
  public void failed(String reason, Duration retryAfter) {
    failed(reason);
  }

  @Override
  public void refused(String reason) {
    result.compareAndSet(null, "refused: " + reason);
  }

  @Override
  public void unavailable(String reason) {
    result.compareAndSet(null, "unavailable: " + reason);
  }

  @Override
  public void unavailable(String reason, Duration retryAfter) {
    unavailable(reason);
  }

  @Override
  public void skipped() {
    result.compareAndSet(null, "skipped");
  }
}
