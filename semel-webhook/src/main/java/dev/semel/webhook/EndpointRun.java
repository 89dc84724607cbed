package dev.semel.webhook;

import dev.semel.relay.DeadLetters.Decision;
import dev.semel.relay.Relay;
import dev.semel.relay.spi.EndpointFailure;
import dev.semel.relay.spi.EndpointState;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One endpoint on this node: its sink, its relay, and the state that both run under. */
final class EndpointRun {
  private final WebhookParts parts;
  private final WebhookSink sink;
  private final Relay relay;
  private volatile WebhookEndpoint endpoint;
  private volatile EndpointState state;
  private boolean sending;
  private boolean stopped;

  /**
   * Makes it, and starts nothing.
   *
   * @param onGone told on a thread of the sink
   */
  EndpointRun(
      WebhookParts parts, WebhookEndpoint endpoint, BiConsumer<EndpointRun, String> onGone) {
    this.parts = parts;
    this.endpoint = endpoint;
    this.state = EndpointState.unchanged(endpoint.name());
    this.sink =
        new WebhookSink(
            endpoint,
            parts.settings(),
            parts.client(),
            parts.clock(),
            reason -> onGone.accept(this, reason));
    this.relay = parts.relay(endpoint.name(), sink);
  }

  String name() {
    return endpoint.name();
  }

  Relay relay() {
    return relay;
  }

  WebhookEndpoint endpoint() {
    return endpoint;
  }

  void replace(WebhookEndpoint changed) {
    sink.replace(changed);
    endpoint = changed;
  }

  /** Starts or stops, as the state says. */
  synchronized void follow(EndpointState now) {
    if (stopped || now.version() < state.version()) {
      return;
    }
    boolean isNewer = now.version() > state.version();
    state = now;
    if (now.enabled() && isNewer) {
      // The relay may still run when its sink has ended itself, and an operator overrules that.
      sink.enable();
    }
    if (now.enabled() && !sending) {
      relay.start();
      sending = true;
      parts.tell(new WebhookChange.Started(name()));
    } else if (!now.enabled() && sending) {
      end(now);
    }
  }

  private void end(EndpointState now) {
    sink.disable();
    relay.stop(WebhookParts.DISABLED_DRAIN);
    sending = false;
    parts.tell(
        new WebhookChange.Disabled(
            name(),
            Objects.requireNonNullElse(now.changedBy(), ""),
            Objects.requireNonNullElse(now.reason(), "")));
  }

  /**
   * Writes down that the endpoint is gone, unless someone has switched it since it was started: an
   * answer from before an operator's decision must not undo it.
   */
  void gone(String reason) {
    EndpointState seen = state;
    Decision decision = new Decision("endpoint " + name(), reason);
    if (parts.endpoints().change(seen, false, decision)) {
      parts.tell(new WebhookChange.Gone(name(), reason));
    }
    follow(parts.endpoints().find(name()));
  }

  /**
   * Notes whether the endpoint takes anything, and gives it up if it has not for too long.
   *
   * @param known since when it takes nothing, if that was noted
   */
  void check(@Nullable EndpointFailure known) {
    EndpointState current = state;
    Pulse.Seen seen = sink.pulse().look();
    if (seen.took() && known != null) {
      parts.endpoints().takesAgain(name());
    } else if (!seen.took() && seen.failure() != null) {
      noteFailure(current, known, seen.failure());
    }
  }

  /** Failures from before an operator's decision do not count: it has its time again. */
  private void noteFailure(EndpointState current, @Nullable EndpointFailure known, String failure) {
    Instant now = parts.clock().instant();
    if (known == null || known.version() < current.version()) {
      parts.endpoints().fails(new EndpointFailure(name(), current.version(), now, failure));
    } else if (!known.since().plus(parts.settings().giveUpAfter()).isAfter(now)) {
      giveUp(current, known.since(), failure);
    }
  }

  private void giveUp(EndpointState current, Instant since, String failure) {
    String reason = "it has taken nothing since %s; the last answer: %s".formatted(since, failure);
    if (parts.endpoints().change(current, false, new Decision("semel", reason))) {
      parts.tell(new WebhookChange.GivenUp(name(), since, failure));
    }
    follow(parts.endpoints().find(name()));
  }

  /** It could not be written down; the next answer is another chance. */
  void goneInVain() {
    sink.enable();
  }

  /** For good: nothing starts it again. */
  synchronized boolean stop(Duration drainFor) {
    stopped = true;
    boolean ended = relay.stop(drainFor);
    sink.close();
    if (sending) {
      sending = false;
      parts.tell(new WebhookChange.Stopped(name()));
    }
    return ended;
  }
}
