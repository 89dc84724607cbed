package dev.semel.inbox.internal;

import dev.semel.IntentId;
import dev.semel.inbox.Consumed;
import dev.semel.internal.Notifier;
import dev.semel.spi.State;
import dev.semel.spi.StateChange;
import java.time.Duration;

/** Tells listeners what became of messages. */
final class Changes {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private Changes() {}

  static void tell(Notifier notifier, Task task, Consumed outcome, int attempts, Duration took) {
    notifier.tell(changeOf(task.intent(), outcome, task.earlierAttempts() + attempts, took));
  }

  private static StateChange changeOf(
      IntentId intent, Consumed outcome, int attempts, Duration took) {
    if (outcome instanceof Consumed.Applied) {
      return new StateChange.Executed(intent, attempts, took);
    }
    if (outcome instanceof Consumed.Ignored it) {
      return new StateChange.MessageIgnored(intent, it.lastVersion());
    }
    if (outcome instanceof Consumed.Parked it) {
      return new StateChange.MessageParked(intent, it.missingVersion());
    }
    if (outcome instanceof Consumed.Gap it) {
      return new StateChange.MessageGap(intent, it.missingVersion());
    }
    if (outcome instanceof Consumed.Violation) {
      return new StateChange.Mismatched(intent);
    }
    if (outcome instanceof Consumed.Dead it) {
      return new StateChange.MessageDead(intent, attempts, it.reason());
    }
    return outcome instanceof Consumed.InProgress
        ? new StateChange.InProgress(intent, RETRY_AFTER)
        : new StateChange.Replayed(intent, State.EXECUTED);
  }
}
