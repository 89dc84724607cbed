package dev.semel.internal;

import dev.semel.IntentId;
import dev.semel.RetryPolicy;
import dev.semel.spi.Boundary;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.LeaseToken;
import dev.semel.spi.Recovery;
import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import dev.semel.spi.Store;
import java.util.List;

/** What every run of an engine shares. Immutable but for the hints in {@code recents}. */
public record EngineParts<T>(
    Store<T> store,
    String node,
    Notifier notifier,
    Boundary.Observer boundaries,
    RecordIds recordIds,
    Recents recents,
    Availability availability) {

  public static <T> EngineParts<T> of(
      Store<T> store,
      String node,
      List<SemelListener> listeners,
      Boundary.Observer boundaries,
      Availability availability) {
    return new EngineParts<>(
        store,
        node,
        new Notifier(listeners),
        boundaries,
        new RecordIds(),
        new Recents(),
        availability);
  }

  Retries retries(IntentId intent, RetryPolicy policy) {
    return new Retries(notifier, intent, policy, availability);
  }

  /** Applies a decision about stale or unknown work, and tells of it if it was heard. */
  public boolean recover(IntentRecord seen, Recovery recovery) {
    boolean applied = store.leases().recover(LeaseToken.of(seen), recovery);
    if (applied) {
      notifier.tell(
          new StateChange.Recovered(
              seen.intent(), seen.fence() + 1, recovery.classification(), recovery.reason()));
    }
    return applied;
  }

  void reached(Boundary boundary, IntentId intent) {
    boundaries.reached(boundary, intent);
  }
}
