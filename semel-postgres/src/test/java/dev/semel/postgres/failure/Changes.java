package dev.semel.postgres.failure;

import dev.semel.spi.Failure;
import dev.semel.spi.SemelListener;
import dev.semel.spi.StateChange;
import dev.semel.spi.Verdict;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers every state change, and can act when an attempt is about to be retried. */
final class Changes implements SemelListener {
  private final List<StateChange> all = new CopyOnWriteArrayList<>();
  private volatile Runnable onRetry = () -> {};

  @Override
  public void onChange(StateChange change) {
    all.add(change);
    if (change instanceof StateChange.Retrying) {
      onRetry.run();
    }
  }

  /** What to do, on the thread of the command, before it backs off. */
  void onRetry(Runnable action) {
    onRetry = action;
  }

  <C extends StateChange> List<C> of(Class<C> type) {
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }

  List<StateChange> all() {
    return all;
  }

  /** What was retried, each as its SQLSTATE. */
  List<String> retriedCodes() {
    return of(StateChange.Retrying.class).stream().map(r -> r.failure().code()).toList();
  }

  List<Verdict> retriedVerdicts() {
    return of(StateChange.Retrying.class).stream().map(r -> r.failure().verdict()).toList();
  }

  /** What was given up on. */
  List<Failure> failures() {
    return of(StateChange.Failed.class).stream().map(StateChange.Failed::failure).toList();
  }
}
