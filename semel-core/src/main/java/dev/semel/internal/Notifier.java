package dev.semel.internal;

import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Writes one log line per state change and tells the listeners, of which none can do harm. */
public final class Notifier {
  private static final Logger LOG = LoggerFactory.getLogger("dev.semel");

  private final List<SemelListener> listeners;

  public Notifier(List<SemelListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  public void tell(StateChange change) {
    tell(change, levelOf(change));
  }

  /** Tells of a failure that the caller receives as it was thrown, and can log itself. */
  void thrown(StateChange.Failed change) {
    tell(change, Level.DEBUG);
  }

  private void tell(StateChange change, Level level) {
    if (LOG.isEnabledForLevel(level)) {
      LOG.atLevel(level).log("{}", line(change));
    }
    for (SemelListener listener : listeners) {
      guarded(() -> listener.onChange(change));
    }
  }

  public void purged(int records) {
    if (records > 0) {
      LOG.info("purged {} expired records", records);
    }
    for (SemelListener listener : listeners) {
      guarded(() -> listener.onPurged(records));
    }
  }

  /** Events were written. */
  public void published(int events) {
    for (SemelListener listener : listeners) {
      guarded(() -> listener.onPublished(events));
    }
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.warn("a listener failed; the intent is not affected", e);
    }
  }

  /** Ordinary retries are quiet; what an operator should look at is not. */
  private static Level levelOf(StateChange change) {
    if (change instanceof StateChange.Mismatched
        || change instanceof StateChange.LeaseLost
        || change instanceof StateChange.Unknown
        || change instanceof StateChange.Failed
        || change instanceof StateChange.Recovered
        || change instanceof StateChange.MessageOverdue
        || change instanceof StateChange.MessageGap
        || change instanceof StateChange.MessageDead) {
      return Level.WARN;
    }
    return Level.DEBUG;
  }

  /** The digest of the key comes with the intent's text form; payloads and results never do. */
  private static String line(StateChange change) {
    String what = LogLines.describe(change);
    return "intent %s: %s".formatted(change.intent(), what);
  }
}
