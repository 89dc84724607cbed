package dev.semel.http.internal;

import dev.semel.http.Route;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Tells requests that are protected from those that pass untouched. Safe for use by several
 * threads.
 */
public final class Gate {
  private final FilterParts parts;

  public Gate(FilterParts parts) {
    this.parts = parts;
  }

  public void pass(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getDispatcherType() == DispatcherType.ASYNC
        && request.getAttribute(Attributes.RUN) instanceof LeasedRun run) {
      run.resume(chain, request, response);
      return;
    }
    Route route = isProtectable(request) ? parts.routes().routeOf(request) : null;
    if (route == null) {
      chain.doFilter(request, response);
    } else if (parts.routes().prepare(request, response)) {
      new Visit(parts, route, request, response, chain).protect();
    }
  }

  /** Once per request from outside, and only if it could change something. */
  private static boolean isProtectable(HttpServletRequest request) {
    return request.getDispatcherType() == DispatcherType.REQUEST
        && request.getAttribute(Attributes.FILTERED) == null
        && !Methods.isSafe(request.getMethod());
  }
}
