package dev.semel.http.internal;

import dev.semel.http.HttpEvent;
import dev.semel.http.HttpListener;
import dev.semel.http.Route;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies listeners, and logs mistakes in routes once. Safe for use by several threads. */
public final class Notices {
  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

  /** Maximum number of routes whose mistakes are logged. */
  private static final int MAX_ROUTES = 1_000;

  private final List<HttpListener> listeners;
  private final Set<String> withoutEffect = ConcurrentHashMap.newKeySet();

  public Notices(List<HttpListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  /** Warns once about a route whose handler was successful without its transaction. */
  void effectNotUsed(Route route) {
    if (withoutEffect.size() < MAX_ROUTES && withoutEffect.add(route.operation())) {
      LOG.warn(
          "{}: the handler did not call HttpEffect.of(request), so that nothing it wrote commits with its response; write through HttpEffect.of(request).connection(), make the route leased, or call Idempotency.begin(request) if the handler writes nothing",
          route);
    }
  }

  void tell(HttpEvent event, Route route) {
    for (HttpListener listener : listeners) {
      try {
        listener.on(event, route.method(), route.operation());
      } catch (RuntimeException e) {
        LOG.warn("a listener failed; the request is not affected", e);
      }
    }
  }
}
