package dev.semel.http;

import dev.semel.http.internal.RouteTable;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the protected route that a request is for. It must not read the request's body or
 * parameters.
 *
 * <p>Implementations are safe for use by several threads.
 */
@FunctionalInterface
public interface RouteResolver {
  /**
   * The route, or null if the request is not protected. Not asked about GET, HEAD, OPTIONS and
   * TRACE, which are never protected.
   */
  @Nullable Route routeOf(HttpServletRequest request);

  /**
   * Routes found by method and path template; of several that match, the first wins. The path is
   * the one the container dispatches on: decoded, without path parameters, below the context.
   *
   * @throws IllegalArgumentException if two routes have the same operation, or one has no template
   */
  static RouteResolver of(List<Route> routes) {
    return RouteTable.of(routes);
  }
}
