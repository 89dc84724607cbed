package dev.semel.debezium;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners, and logs one line per change. */
final class Notifier {
  private static final Logger LOG = LoggerFactory.getLogger(DebeziumRelays.class);

  private final List<StreamListener> listeners;

  Notifier(List<StreamListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  void tell(StreamChange change) {
    log(change);
    for (StreamListener listener : listeners) {
      try {
        listener.onChange(change);
      } catch (RuntimeException e) {
        LOG.warn("a listener of relay {} failed", change.relay(), e);
      }
    }
  }

  private static void log(StreamChange change) {
    if (change instanceof StreamChange.SlotLost
        || change instanceof StreamChange.StreamFailed
        || change instanceof StreamChange.SlotLagging) {
      LOG.warn("{}", change);
    } else {
      LOG.info("{}", change);
    }
  }
}
