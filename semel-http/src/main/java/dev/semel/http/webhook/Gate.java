package dev.semel.http.webhook;

import dev.semel.IntentId;
import dev.semel.http.webhook.Verification.Refused;
import dev.semel.http.webhook.Verification.Verified;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Lets in what a known sender signed just now. Does not know the store: whatever is turned away
 * here has left no trace, so nobody without a key can use up an id.
 */
final class Gate {
  private final String source;
  private final SenderResolver senders;
  private final Duration tolerance;
  private final Clock clock;

  /** What came of it. */
  sealed interface Admission {
    record Admitted(Sender sender, WebhookMessage message) implements Admission {}

    record TurnedAway(Refusal refusal) implements Admission {}
  }

  Gate(String source, SenderResolver senders, Duration tolerance, Clock clock) {
    this.source = source;
    this.senders = senders;
    this.tolerance = tolerance;
    this.clock = clock;
  }

  Admission admit(WebhookRequest request) {
    Sender sender = senders.senderOf(request);
    if (sender == null) {
      return new Admission.TurnedAway(Refusal.UNKNOWN_SENDER);
    }
    Verification verification = sender.scheme().verify(request);
    if (verification instanceof Refused refused) {
      return new Admission.TurnedAway(refused.reason());
    }
    Verified verified = (Verified) verification;
    if (!isTimely(verified.timestamp())) {
      return new Admission.TurnedAway(Refusal.TIMESTAMP_OUT_OF_TOLERANCE);
    }
    if (!canBeAKey(verified.id())) {
      return new Admission.TurnedAway(Refusal.ID_UNUSABLE);
    }
    return new Admission.Admitted(
        sender, new WebhookMessage(source, verified.id(), verified.timestamp(), request.body()));
  }

  /** In whole seconds, as senders count: at the very end of the tolerance it still passes. */
  private boolean isTimely(@Nullable Instant timestamp) {
    if (timestamp == null) {
      return true;
    }
    long apartSeconds = Math.abs(clock.instant().getEpochSecond() - timestamp.getEpochSecond());
    return apartSeconds <= tolerance.toSeconds();
  }

  private static boolean canBeAKey(String id) {
    try {
      return IntentId.of("tenant", "operation", id).key().equals(id);
    } catch (IllegalArgumentException unusable) {
      return false;
    }
  }
}
