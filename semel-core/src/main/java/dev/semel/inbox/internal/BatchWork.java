package dev.semel.inbox.internal;

import dev.semel.AuditEntry;
import dev.semel.Event;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.PayloadHash;
import dev.semel.inbox.VersionGapException;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.spi.InboxClaim;
import dev.semel.inbox.spi.InboxSettlement;
import dev.semel.inbox.spi.MessageBody;
import dev.semel.inbox.spi.SeenMessage;
import dev.semel.inbox.spi.SeenVersion;
import dev.semel.inbox.spi.SettledMessage;
import dev.semel.internal.RunningEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Applies the messages of a claimed batch in their order, within one transaction, and collects what
 * is to be settled. Nothing of it is told to anybody before it is committed. For one thread.
 */
final class BatchWork<T> {
  private final ConsumerSettings consumer;
  private final MessageBody<T> body;
  private final T transaction;
  private final int attempt;
  private final @Nullable Tracks tracks;
  private final Map<UUID, Consumed> unanswered;
  private final Map<MessageId, PayloadHash> inThisBatch = new HashMap<>();
  private final List<SettledMessage> settled = new ArrayList<>();
  private final List<InboxSettlement.Audited> audit = new ArrayList<>();
  private final List<InboxSettlement.Published> events = new ArrayList<>();
  private final List<Message> violations = new ArrayList<>();

  /**
   * Begins with nothing done.
   *
   * @param unanswered what an earlier transaction of this call was about to commit, by record
   */
  BatchWork(
      ConsumerSettings consumer,
      MessageBody<T> body,
      T transaction,
      int attempt,
      Map<UUID, Consumed> unanswered) {
    this.consumer = consumer;
    this.body = body;
    this.transaction = transaction;
    this.attempt = attempt;
    this.unanswered = unanswered;
    VersionGuard guard = consumer.guard();
    this.tracks = guard == null ? null : new Tracks(guard);
  }

  List<Consumed> run(List<Task> tasks, InboxClaim claim) {
    List<Consumed> outcomes = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      outcomes.add(one(tasks.get(i), claim.seen().get(i)));
    }
    return outcomes;
  }

  InboxSettlement settlement() {
    return new InboxSettlement(
        consumer.name(),
        consumer.retention(),
        settled,
        audit,
        events,
        tracks == null ? List.of() : tracks.changes(),
        violations);
  }

  private Consumed one(Task task, SeenMessage seen) {
    Consumed known = task.fence() == null ? delivered(task, seen) : kept(task, seen);
    return known == null ? fresh(task, seen) : known;
  }

  /** What is known of a message that was just delivered; null if it is new. */
  private @Nullable Consumed delivered(Task task, SeenMessage seen) {
    SeenMessage.Marker marker = seen.marker();
    PayloadHash before = inThisBatch.putIfAbsent(task.message().id(), task.message().hash());
    if (marker != null && marker.recordId().equals(task.recordId())) {
      return Objects.requireNonNullElse(unanswered.get(task.recordId()), new Consumed.Applied());
    }
    PayloadHash known = marker == null ? before : marker.hash();
    return known == null ? null : duplicate(task.message(), known);
  }

  private Consumed duplicate(Message message, PayloadHash known) {
    if (known.equals(message.hash())) {
      return new Consumed.Duplicate();
    }
    violations.add(message);
    return new Consumed.Violation();
  }

  /** What became of a kept message since a worker was given it; null if it is still to be done. */
  private @Nullable Consumed kept(Task task, SeenMessage seen) {
    SeenMessage.Kept kept = seen.kept();
    if (kept == null || !Objects.equals(kept.fence(), task.fence())) {
      return new Consumed.Duplicate();
    }
    return kept.state() == MessageState.WAITING
        ? null
        : Objects.requireNonNullElse(unanswered.get(task.recordId()), new Consumed.Duplicate());
  }

  private Consumed fresh(Task task, SeenMessage seen) {
    if (tracks == null || !Tracks.isGuarded(task.message())) {
      apply(task, seen);
      return new Consumed.Applied();
    }
    return switch (tracks.stepFor(task.message(), seen.version())) {
      case APPLY -> inOrder(task, seen, tracks);
      case IGNORE -> ignore(task, seen, tracks);
      case GAP -> gap(task, seen, tracks);
    };
  }

  private Consumed inOrder(Task task, SeenMessage seen, Tracks guarded) {
    apply(task, seen);
    guarded.applied(task.message(), seen.version());
    return new Consumed.Applied();
  }

  private Consumed ignore(Task task, SeenMessage seen, Tracks guarded) {
    long last = guarded.lastVersion(task.message(), seen.version());
    String reason = "version %d was applied before".formatted(last);
    settled.add(settledAs(MessageState.IGNORED, task, seen, reason, null));
    return new Consumed.Ignored(last);
  }

  private Consumed gap(Task task, SeenMessage seen, Tracks guarded) {
    VersionGuard guard = Objects.requireNonNull(consumer.guard());
    long missing = guarded.lastVersion(task.message(), seen.version()) + 1;
    return switch (guard.gaps()) {
      case PARK -> park(task, seen, guarded, missing, guard.gapTimeout());
      case REPORT -> report(task, missing);
      case REBUILD -> rebuild(task, seen, guarded);
    };
  }

  private Consumed park(
      Task task, SeenMessage seen, Tracks guarded, long missing, Duration timeout) {
    guarded.parked(task.message(), seen.version());
    String reason = "waits for version %d".formatted(missing);
    settled.add(settledAs(MessageState.PARKED, task, seen, reason, timeout));
    return new Consumed.Parked(missing);
  }

  /** Whoever delivered it decides; a kept message has nobody, and counts as failed. */
  private static Consumed report(Task task, long missing) {
    if (task.fence() != null) {
      throw new VersionGapException(
          "message %s: version %d is missing".formatted(task.message().id(), missing));
    }
    return new Consumed.Gap(missing);
  }

  private Consumed rebuild(Task task, SeenMessage seen, Tracks guarded) {
    SettledMessage done = settledAs(MessageState.APPLIED, task, seen, null, null);
    long[] version = {0};
    run(task, done, effect -> version[0] = body.rebuild(task.message(), effect));
    guarded.rebuilt(task.message(), seen.version(), version[0]);
    SeenVersion now = new SeenVersion(version[0], Set.of());
    return switch (guarded.stepFor(task.message(), now)) {
      case IGNORE -> {
        settled.add(done);
        yield new Consumed.Applied();
      }
      case APPLY -> inOrder(task, seen, guarded);
      case GAP ->
          throw new VersionGapException(
              "message %s: the aggregate was rebuilt to version %d only, which does not reach the message; nothing was applied"
                  .formatted(task.message().id(), version[0]));
    };
  }

  private void apply(Task task, SeenMessage seen) {
    SettledMessage done = settledAs(MessageState.APPLIED, task, seen, null, null);
    run(task, done, effect -> body.apply(task.message(), effect));
    settled.add(done);
  }

  /** Something the handler does. */
  private interface Step<T> {
    void run(RunningEffect<T> effect);
  }

  private void run(Task task, SettledMessage done, Step<T> step) {
    RunningEffect<T> effect =
        new RunningEffect<>(transaction, task.intent(), task.earlierAttempts() + attempt);
    try {
      step.run(effect);
    } finally {
      effect.end();
    }
    for (AuditEntry entry : effect.audit()) {
      audit.add(new InboxSettlement.Audited(done, entry));
    }
    int place = 0;
    for (Event event : effect.events()) {
      events.add(new InboxSettlement.Published(done, place++, event));
    }
  }

  static SettledMessage settledAs(
      MessageState state,
      Task task,
      SeenMessage seen,
      @Nullable String reason,
      @Nullable Duration reportAfter) {
    SeenMessage.Marker marker = seen.marker();
    UUID recordId = marker == null ? task.recordId() : marker.recordId();
    return new SettledMessage(
        task.message(), task.intent(), recordId, state, reason, reportAfter, task.fence());
  }
}
