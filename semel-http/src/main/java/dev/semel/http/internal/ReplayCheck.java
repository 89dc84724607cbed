package dev.semel.http.internal;

import dev.semel.http.HttpEvent;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Collections;
import java.util.Set;

/**
 * Checks whether the caller of a retry may call the handler: the retry is dispatched, and whoever
 * authorises calls of the handler allows it in place of calling the handler. Without that, the
 * client gets the response of the dispatch. For one thread and one request.
 */
public final class ReplayCheck {
  private boolean allowed;

  private ReplayCheck() {}

  /** Allows the retry to be answered without its handler. */
  public void allow() {
    allowed = true;
  }

  /** Returns whether the retry may be answered from the record; if not, it has been answered. */
  static boolean passes(Exchange exchange) throws IOException, ServletException {
    return !exchange.route().isAuthorizingReplays() || new ReplayCheck().dispatch(exchange);
  }

  private boolean dispatch(Exchange exchange) throws IOException, ServletException {
    try (CapturedResponse response = exchange.heldResponse()) {
      try {
        walk(exchange, response);
      } catch (IOException | ServletException | RuntimeException failure) {
        if (!allowed) {
          exchange.tell(HttpEvent.REPLAY_REFUSED);
          exchange.echoKey();
          throw failure;
        }
      }
      if (!allowed) {
        exchange.tell(HttpEvent.REPLAY_REFUSED);
        response.send();
      }
      return allowed;
    }
  }

  private void walk(Exchange exchange, CapturedResponse response)
      throws IOException, ServletException {
    HttpServletRequest request = exchange.request();
    Set<String> before = Set.copyOf(Collections.list(request.getAttributeNames()));
    request.setAttribute(Attributes.REPLAY_CHECK, this);
    try {
      exchange
          .chain()
          .doFilter(new TransactionalRequest(request, exchange.body(), response), response);
      response.finish();
    } finally {
      request.removeAttribute(Attributes.REPLAY_CHECK);
      if (allowed) {
        removeAttributesExcept(before, request);
      }
    }
  }

  /** An error page for the stored response must not find what this dispatch has left. */
  private static void removeAttributesExcept(Set<String> before, HttpServletRequest request) {
    Collections.list(request.getAttributeNames()).stream()
        .filter(name -> !before.contains(name))
        .forEach(request::removeAttribute);
  }
}
