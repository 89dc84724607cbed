package dev.semel.relay.internal;

import dev.semel.relay.RelayChange;
import dev.semel.relay.RelayListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Writes one log line per change and tells the listeners, of which none can do harm. */
public final class RelayNotifier {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.relay");

  private final List<RelayListener> listeners;

  public RelayNotifier(List<RelayListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  public void tell(RelayChange change) {
    Level level = levelOf(change);
    if (LOG.isEnabledForLevel(level)) {
      LOG.atLevel(level).log("relay {}: {}", change.relay(), RelayLogLines.describe(change));
    }
    for (RelayListener listener : listeners) {
      guarded(listener, change);
    }
  }

  private static void guarded(RelayListener listener, RelayChange change) {
    try {
      listener.onChange(change);
    } catch (RuntimeException e) {
      LOG.warn("a listener failed; the relay is not affected", e);
    }
  }

  /**
   * What an operator should look at is not quiet. Of an event that fails, the first attempt is
   * told; of one that is published, nothing above debug. Shards are many and move together, so the
   * relay's loop says how many there are.
   */
  static Level levelOf(RelayChange change) {
    if (change instanceof RelayChange.Parked
        || change instanceof RelayChange.SinkUnavailable
        || change instanceof RelayChange.StoreUnavailable
        || change instanceof RelayChange.ShardFull
        || change instanceof RelayChange.LongTransaction
        || change instanceof RelayChange.Unsettled
        || (change instanceof RelayChange.Held held && held.attempts() == 1)) {
      return Level.WARN;
    }
    if (change instanceof RelayChange.SinkAvailable || change instanceof RelayChange.Purged) {
      return Level.INFO;
    }
    return Level.DEBUG;
  }
}
