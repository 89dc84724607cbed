package dev.semel.spring;

import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import dev.semel.spring.relay.SemelRelays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes the relays of this node when something was committed that may have published events. Relays
 * are asked for then, because they are made after whatever commits. Safe for use by several
 * threads.
 *
 * @param relays gives null where there are none
 */
record WakeUps(Supplier<@Nullable SemelRelays> relays) implements SemelListener, Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(WakeUps.class);

  @Override
  public void onChange(StateChange change) {}

  @Override
  public void onPublished(int events) {
    run();
  }

  /** What is committed stays so, whatever happens here; relays look by themselves too. */
  @Override
  public void run() {
    try {
      SemelRelays there = relays.get();
      if (there != null) {
        there.wakeUp();
      }
    } catch (RuntimeException failure) {
      LOG.debug("relays could not be woken", failure);
    }
  }
}
