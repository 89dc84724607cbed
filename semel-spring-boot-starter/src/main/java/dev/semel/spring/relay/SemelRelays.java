package dev.semel.spring.relay;

import dev.semel.relay.OutboxRetention;
import dev.semel.relay.Relay;
import dev.semel.spring.RelayProperties;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The relays of an application, one for each sink, named after its bean. They run while the
 * application does.
 *
 * <p><b>Guarantee.</b> As {@link Relay}. <b>Order.</b> They start before requests and messages are
 * taken, and stop after the last of them; what is under way then is drained. <b>Threads.</b> Safe
 * for use by several threads.
 */
public final class SemelRelays implements SmartLifecycle {
  /** Web servers and listener containers come later, and go earlier. */
  public static final int PHASE = Integer.MAX_VALUE - 4_096;

  private static final Logger LOG = LoggerFactory.getLogger(SemelRelays.class);

  private final Map<String, Relay> relays;
  private final Duration drain;
  private final @Nullable Duration retention;
  private final Duration purgeInterval;
  private @Nullable ScheduledExecutorService purging;
  private volatile boolean running;

  /**
   * @param relays by their names
   */
  public SemelRelays(Map<String, Relay> relays, RelayProperties properties) {
    this.relays = new LinkedHashMap<>(relays);
    this.drain = properties.drain();
    this.retention = properties.retention();
    this.purgeInterval = properties.purgeInterval();
  }

  /** The relays by their names. */
  public Map<String, Relay> all() {
    return Map.copyOf(relays);
  }

  /** The relay of a name, or null. */
  public @Nullable Relay named(String name) {
    return relays.get(name);
  }

  /** Tells all that something was committed on this node. Quick, and never too often. */
  public void wakeUp() {
    relays.values().forEach(Relay::wakeUp);
  }

  @Override
  public synchronized void start() {
    relays.values().forEach(Relay::start);
    startPurging();
    running = true;
  }

  private void startPurging() {
    if (retention == null || relays.isEmpty()) {
      return;
    }
    OutboxRetention bounds = OutboxRetention.of(retention);
    // What one relay removes, all have passed.
    Relay any = relays.values().iterator().next();
    purging =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "semel-outbox-purge");
              thread.setDaemon(true);
              return thread;
            });
    var unused =
        purging.scheduleWithFixedDelay(
            () -> purge(any, bounds),
            purgeInterval.toMillis(),
            purgeInterval.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private static void purge(Relay relay, OutboxRetention bounds) {
    try {
      var unused = relay.purge(bounds);
    } catch (RuntimeException failure) {
      LOG.warn("published events could not be removed; it is tried again", failure);
    }
  }

  @Override
  public synchronized void stop() {
    if (purging != null) {
      purging.shutdownNow();
      purging = null;
    }
    relays.values().forEach(relay -> stop(relay));
    running = false;
  }

  private void stop(Relay relay) {
    if (!relay.stop(drain)) {
      LOG.warn("a relay has not come to an end within {}; another node takes over", drain);
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
