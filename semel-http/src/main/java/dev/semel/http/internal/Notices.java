package dev.semel.http.internal;

import dev.semel.http.HttpEvent;
import dev.semel.http.HttpListener;
import dev.semel.http.Route;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners, of which none can do harm. */
public final class Notices {
  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

  private final List<HttpListener> listeners;

  public Notices(List<HttpListener> listeners) {
    this.listeners = List.copyOf(listeners);
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
