package dev.semel.http.internal;

import dev.semel.http.Route;
import dev.semel.http.RouteResolver;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Routes found by method and path template. Immutable. */
public final class RouteTable implements RouteResolver {
  private final List<Route> routes;

  private RouteTable(List<Route> routes) {
    this.routes = routes;
  }

  public static RouteTable of(List<Route> routes) {
    Set<String> operations = new HashSet<>();
    for (Route route : routes) {
      if (!route.hasTemplate()) {
        throw new IllegalArgumentException(
            route + " has no path template, so it would never be found; use Route.of(…)");
      }
      if (!operations.add(route.operation())) {
        throw new IllegalArgumentException(
            "two routes have the operation %s and would answer each other's keys; name them apart"
                .formatted(route.operation()));
      }
    }
    return new RouteTable(List.copyOf(routes));
  }

  @Override
  public @Nullable Route routeOf(HttpServletRequest request) {
    String path = pathOf(request);
    for (Route route : routes) {
      if (route.matches(request.getMethod(), path)) {
        return route;
      }
    }
    return null;
  }

  /**
   * What the container dispatches on, so that no other spelling of a path gets past its protection.
   */
  private static String pathOf(HttpServletRequest request) {
    String info = request.getPathInfo();
    return info == null ? request.getServletPath() : request.getServletPath() + info;
  }
}
