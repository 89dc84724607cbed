package dev.semel.internal;

import dev.semel.spi.Failure;
import dev.semel.spi.StateChange;
import dev.semel.spi.StateChange.EventsKnown;
import dev.semel.spi.StateChange.Executed;
import dev.semel.spi.StateChange.Failed;
import dev.semel.spi.StateChange.InProgress;
import dev.semel.spi.StateChange.LeaseGranted;
import dev.semel.spi.StateChange.LeaseLost;
import dev.semel.spi.StateChange.LeaseReleased;
import dev.semel.spi.StateChange.LeaseRenewed;
import dev.semel.spi.StateChange.LeaseSettled;
import dev.semel.spi.StateChange.MessageDead;
import dev.semel.spi.StateChange.MessageGap;
import dev.semel.spi.StateChange.MessageIgnored;
import dev.semel.spi.StateChange.MessageOverdue;
import dev.semel.spi.StateChange.MessageParked;
import dev.semel.spi.StateChange.MessagePostponed;
import dev.semel.spi.StateChange.Mismatched;
import dev.semel.spi.StateChange.Outrun;
import dev.semel.spi.StateChange.Recovered;
import dev.semel.spi.StateChange.Rejected;
import dev.semel.spi.StateChange.Replayed;
import dev.semel.spi.StateChange.Retrying;
import dev.semel.spi.StateChange.Unknown;

/** Says in words what became of an intent. */
final class LogLines {
  private LogLines() {}

  static String describe(StateChange change) {
    String atomic = describeAtomic(change);
    if (!atomic.isEmpty()) {
      return atomic;
    }
    String message = describeMessage(change);
    return message.isEmpty() ? describeLease(change) : message;
  }

  /** Why a handler failed stands in the database: its words may have data in them. */
  private static String describeMessage(StateChange change) {
    if (change instanceof MessageIgnored it) {
      return "ignored, version %d was applied before".formatted(it.lastVersion());
    }
    if (change instanceof MessageParked it) {
      return "parked until version %d has been applied".formatted(it.missingVersion());
    }
    if (change instanceof MessageGap it) {
      return "not applied, version %d is missing".formatted(it.missingVersion());
    }
    if (change instanceof MessageOverdue it) {
      return "overdue: %s".formatted(it.reason());
    }
    if (change instanceof MessagePostponed it) {
      return "failed attempt %d, again in %d ms".formatted(it.attempts(), it.backoff().toMillis());
    }
    if (change instanceof MessageDead it) {
      return "a dead letter after %d attempts".formatted(it.attempts());
    }
    return "";
  }

  private static String describeAtomic(StateChange change) {
    if (change instanceof Executed it) {
      return "executed in %d ms, attempt %d".formatted(it.took().toMillis(), it.attempts());
    }
    if (change instanceof Replayed it) {
      return "replayed, %s".formatted(it.state());
    }
    if (change instanceof Rejected it) {
      return "rejected with %s%s"
          .formatted(it.rejection().code(), it.stored() ? "" : ", not stored");
    }
    if (change instanceof InProgress it) {
      return "in progress elsewhere, retry after %s".formatted(it.retryAfter());
    }
    if (change instanceof Mismatched) {
      return "refused, its key was used with another payload";
    }
    if (change instanceof Outrun) {
      return "outrun, another attempt committed first";
    }
    if (change instanceof EventsKnown it) {
      return "%d events had been published before".formatted(it.events());
    }
    if (change instanceof Retrying it) {
      return "failed attempt %d, again in %d ms: %s"
          .formatted(it.failedAttempts(), it.backoff().toMillis(), describe(it.failure()));
    }
    if (change instanceof Failed it) {
      return "failed after %d attempts: %s".formatted(it.attempts(), describe(it.failure()));
    }
    return "";
  }

  private static String describeLease(StateChange change) {
    if (change instanceof LeaseGranted it) {
      return "leased with fence %d".formatted(it.fence());
    }
    if (change instanceof LeaseRenewed it) {
      return "lease renewed, fence %d".formatted(it.fence());
    }
    if (change instanceof LeaseLost it) {
      return "lease lost, fence %d is no longer current".formatted(it.fence());
    }
    if (change instanceof LeaseReleased it) {
      return "lease given back, fence %d: %s".formatted(it.fence(), it.reason());
    }
    if (change instanceof LeaseSettled it) {
      return "settled as %s with fence %d".formatted(it.state(), it.fence());
    }
    if (change instanceof Recovered it) {
      return "found %s, fence %d: %s".formatted(it.classification(), it.fence(), it.reason());
    }
    if (change instanceof Unknown it) {
      return "unknown: %s".formatted(it.reason());
    }
    return change.getClass().getSimpleName();
  }

  private static String describe(Failure failure) {
    return "%s %s".formatted(failure.code(), failure.meaning()).strip();
  }
}
