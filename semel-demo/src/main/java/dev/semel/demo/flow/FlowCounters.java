package dev.semel.demo.flow;

import dev.semel.relay.RelayChange;
import dev.semel.relay.RelayListener;
import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Counts what happens to events, since the start. Safe for use by several threads. */
@Component
class FlowCounters implements RelayListener {
  private final AtomicLong published = new AtomicLong();
  private final AtomicLong duplicates = new AtomicLong();
  private final AtomicLong parked = new AtomicLong();
  private final AtomicLong dead = new AtomicLong();

  /** What the broker took, from the live stream and from replays. */
  long published() {
    return published.get();
  }

  /** Messages that came again and were dropped. */
  long duplicates() {
    return duplicates.get();
  }

  /** Messages that came too early and were kept until it was their turn. */
  long parked() {
    return parked.get();
  }

  /** Messages that were given up, for the time being. */
  long dead() {
    return dead.get();
  }

  @Override
  public void onChange(RelayChange change) {
    if (change instanceof RelayChange.Published news) {
      published.addAndGet(news.events());
    }
  }

  /** Of the inbox. */
  SemelListener ofInbox() {
    return change -> {
      if (change instanceof StateChange.Replayed || change instanceof StateChange.MessageIgnored) {
        duplicates.incrementAndGet();
      } else if (change instanceof StateChange.MessageParked) {
        parked.incrementAndGet();
      } else if (change instanceof StateChange.MessageDead) {
        dead.incrementAndGet();
      }
    };
  }
}
