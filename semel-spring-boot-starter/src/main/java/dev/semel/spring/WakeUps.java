package dev.semel.spring;

import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the relays of this node when something was committed that may have published events. Relays
 * are asked for then, because they are made after whatever commits. Safe for use by several
 * threads.
 *
 * @param relays gives null where there are none
 */
record WakeUps(Supplier<@Nullable SemelRelays> relays) implements SemelListener, Runnable {
  @Override
  public void onChange(StateChange change) {}

  @Override
  public void onPublished(int events) {
    run();
  }

  @Override
  public void run() {
    SemelRelays there = relays.get();
    if (there != null) {
      there.wakeUp();
    }
  }
}
