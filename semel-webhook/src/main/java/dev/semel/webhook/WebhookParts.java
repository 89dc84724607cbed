package dev.semel.webhook;

import dev.semel.relay.Relay;
import dev.semel.relay.RelayListener;
import dev.semel.relay.Sink;
import dev.semel.relay.spi.EndpointFailure;
import dev.semel.relay.spi.EndpointStore;
import dev.semel.relay.spi.RelayStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all endpoints of a node share. Immutable. */
record WebhookParts(
    RelayStore relays,
    EndpointStore endpoints,
    WebhookClient client,
    WebhookSettings settings,
    InstantSource clock,
    @Nullable String node,
    List<RelayListener> relayListeners,
    List<WebhookListener> listeners) {
  /** What is under way when an endpoint is switched off gets this long to end. */
  static final Duration DISABLED_DRAIN = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger("dev.semel.webhook");
  private static final String RELAY_PREFIX = "webhook:";

  WebhookParts {
    relayListeners = List.copyOf(relayListeners);
    listeners = List.copyOf(listeners);
  }

  static String relayName(String endpoint) {
    return RELAY_PREFIX + endpoint;
  }

  /**
   * The name of an endpoint that is here, or on another node, or was once: it can be looked at
   * until it is forgotten.
   *
   * @throws IllegalArgumentException if no node ever had it
   */
  String known(String endpoint, Set<String> here) {
    if (!here.contains(endpoint)
        && endpoints.history(endpoint, 1).isEmpty()
        && relays.status(relayName(endpoint)).shards().isEmpty()) {
      throw new IllegalArgumentException(
          "there is no endpoint %s; this node has %s"
              .formatted(
                  endpoint, here.isEmpty() ? "none" : String.join(", ", new TreeSet<>(here))));
    }
    return endpoint;
  }

  Relay relay(String endpoint, Sink sink) {
    Relay.Builder builder =
        Relay.builder(relays, relayName(endpoint), sink)
            .settings(settings.relaySettings(client.requestTimeout()));
    if (node != null) {
      builder.node(node);
    }
    relayListeners.forEach(builder::listener);
    return builder.build();
  }

  /** The endpoints that take nothing, by their names. */
  Map<String, EndpointFailure> failing() {
    Map<String, EndpointFailure> found = new HashMap<>();
    endpoints.failing().forEach(one -> found.put(one.endpoint(), one));
    return found;
  }

  /** Writes one log line per change and tells the listeners, of which none can do harm. */
  void tell(WebhookChange change) {
    log(change);
    for (WebhookListener listener : listeners) {
      try {
        listener.onChange(change);
      } catch (RuntimeException e) {
        LOG.warn("a listener failed; webhooks are not affected", e);
      }
    }
  }

  private static void log(WebhookChange change) {
    if (change instanceof WebhookChange.Gone gone) {
      LOG.warn(
          "endpoint {} is gone ({}) and gets nothing more; enable it when it is back, or remove it",
          gone.endpoint(),
          gone.reason());
    } else if (change instanceof WebhookChange.GivenUp given) {
      LOG.warn(
          "endpoint {} has taken nothing since {} ({}) and gets nothing more; enable it when it is back, or remove it",
          given.endpoint(),
          given.since(),
          given.reason());
    } else if (change instanceof WebhookChange.Disabled disabled) {
      LOG.warn(
          "endpoint {} is switched off by {}: {}",
          disabled.endpoint(),
          disabled.by(),
          disabled.reason());
    } else if (change instanceof WebhookChange.Started) {
      LOG.info("endpoint {} is sent to from this node", change.endpoint());
    } else {
      LOG.info("endpoint {} is no longer sent to from this node", change.endpoint());
    }
  }
}
