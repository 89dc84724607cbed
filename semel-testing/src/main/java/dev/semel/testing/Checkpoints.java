package dev.semel.testing;

import dev.semel.IntentId;
import dev.semel.spi.Boundary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds races open, and crashes, at the named steps of the protocol. Give one to the node under
 * test, and keep hold of it.
 *
 * <pre>{@code
 * Checkpoints checkpoints = new Checkpoints();
 * Semel semel = Semel.builder(store).boundaries(checkpoints).build();
 *
 * try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
 *   var first = executor.submit(() -> semel.once(intent, command));
 *   held.awaitReached();
 *   assertThat(semel.once(intent, command)).isInProgress();
 * }
 * }</pre>
 *
 * <p><b>Guarantee:</b> each order is carried out once, by the first attempt that fits it. An
 * attempt that fits none passes.
 *
 * <p><b>Order:</b> where several orders fit, the oldest is carried out first, one per arrival.
 *
 * <p><b>Threads:</b> safe for use by any number of threads; one may serve several nodes.
 */
public final class Checkpoints implements Boundary.Observer {
  /** How long anybody waits unless told: long enough for a slow machine, short enough to notice. */
  public static final Duration DEFAULT_MAX_WAIT = Duration.ofSeconds(30);

  private final Duration maxWait;
  private final List<Order> orders = new ArrayList<>();
  private final Map<Boundary, Integer> arrivals = new EnumMap<>(Boundary.class);

  /** What the first attempt that fits has to do. */
  private record Order(Boundary boundary, @Nullable String key, Runnable action) {
    boolean fits(Boundary reached, IntentId intent) {
      return boundary == reached && (key == null || key.equals(intent.key()));
    }
  }

  public Checkpoints() {
    this(DEFAULT_MAX_WAIT);
  }

  /** With another bound on every wait. */
  public Checkpoints(Duration maxWait) {
    if (maxWait.isNegative() || maxWait.isZero()) {
      throw new IllegalArgumentException("max wait is " + maxWait + "; give more than zero");
    }
    this.maxWait = maxWait;
  }

  /** Stops the next attempt that reaches a boundary. */
  public Checkpoint holdAt(Boundary boundary) {
    return hold(boundary, null);
  }

  /** Stops the next attempt at an intent with this key that reaches a boundary. */
  public Checkpoint holdAt(Boundary boundary, String key) {
    return hold(boundary, key);
  }

  private Checkpoint hold(Boundary boundary, @Nullable String key) {
    Checkpoint checkpoint =
        new Checkpoint(key == null ? boundary.name() : boundary + " of key " + key, maxWait);
    add(new Order(boundary, key, checkpoint::pass));
    return checkpoint;
  }

  /** Ends the next attempt that reaches a boundary by this failure, as a crash would. */
  public void failAt(Boundary boundary, RuntimeException failure) {
    add(new Order(boundary, null, () -> fail(failure)));
  }

  /** Ends the next attempt at an intent with this key by this failure. */
  public void failAt(Boundary boundary, String key, RuntimeException failure) {
    add(new Order(boundary, key, () -> fail(failure)));
  }

  private static void fail(RuntimeException failure) {
    throw failure;
  }

  /** How often attempts have arrived at a boundary, whether they were stopped or not. */
  public synchronized int arrivalsAt(Boundary boundary) {
    return arrivals.getOrDefault(boundary, 0);
  }

  @Override
  public void reached(Boundary boundary, IntentId intent) {
    Order order = arrive(boundary, intent);
    // Outside the lock: whoever is stopped must not stop the others.
    if (order != null) {
      order.action().run();
    }
  }

  private synchronized void add(Order order) {
    orders.add(order);
  }

  private synchronized @Nullable Order arrive(Boundary boundary, IntentId intent) {
    arrivals.merge(boundary, 1, Integer::sum);
    for (Iterator<Order> rest = orders.iterator(); rest.hasNext(); ) {
      Order order = rest.next();
      if (order.fits(boundary, intent)) {
        rest.remove();
        return order;
      }
    }
    return null;
  }
}
