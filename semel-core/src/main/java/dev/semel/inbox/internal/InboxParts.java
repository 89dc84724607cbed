package dev.semel.inbox.internal;

import dev.semel.IntentId;
import dev.semel.inbox.spi.InboxStore;
import dev.semel.internal.Notifier;
import dev.semel.internal.RecordIds;
import dev.semel.spi.Boundary;
import dev.semel.spi.SemelListener;
import java.util.List;

/** What every run of an inbox shares. Immutable. */
public record InboxParts<T>(
    InboxStore<T> store, Notifier notifier, Boundary.Observer boundaries, RecordIds recordIds) {

  public static <T> InboxParts<T> of(
      InboxStore<T> store, List<SemelListener> listeners, Boundary.Observer boundaries) {
    return new InboxParts<>(store, new Notifier(listeners), boundaries, new RecordIds());
  }

  void reached(Boundary boundary, IntentId intent) {
    boundaries.reached(boundary, intent);
  }
}
