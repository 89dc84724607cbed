package dev.semel.http;

import dev.semel.http.internal.RouteTable;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
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
   * Prepares the response to a request that has a route, before the filter processes the request.
   * Headers that are set here are part of every response: first answers, replays and the filter's
   * own problems. They are not stored. Default: sets none.
   *
   * @return false if the request has been answered here and must not be processed
   */
  default boolean prepare(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    return true;
  }

  /**
   * Returns the version of the API that a request with a route asks for, which counts in its
   * fingerprint: the same request for another version is a mismatch. Default: null, for an
   * application without versions.
   */
  default @Nullable String versionOf(HttpServletRequest request) {
    return null;
  }

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
