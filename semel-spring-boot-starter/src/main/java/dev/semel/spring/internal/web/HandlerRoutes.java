package dev.semel.spring.internal.web;

import dev.semel.http.Route;
import dev.semel.http.RouteResolver;
import dev.semel.spring.internal.ControllerProtection;
import dev.semel.spring.internal.TransactionRules;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.accept.ApiVersionHolder;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Finds the route of a request by asking Spring MVC which handler it will call. So there is one
 * list of what is protected: the annotations. Safe for use by several threads.
 */
public final class HandlerRoutes implements RouteResolver, ControllerProtection {
  /** Who was found to handle a request, for {@link HandlerBegin}. */
  static final String HANDLER = HandlerRoutes.class.getName() + ".handler";

  /** The route that was found for a request. */
  private static final String ROUTE = HandlerRoutes.class.getName() + ".route";

  /** The version of the API that was found for a request. */
  private static final String VERSION = HandlerRoutes.class.getName() + ".version";

  private static final Set<RequestMethod> BY_DEFAULT =
      Set.of(RequestMethod.POST, RequestMethod.PATCH);

  private final ObjectProvider<RequestMappingHandlerMapping> mappings;
  private final RouteFactory factory;
  private final ObjectProvider<TransactionRules> transactions;
  private final Runnable beforeFirst;
  private final HandlerCors cors;
  private final Supplier<Found> found = SingletonSupplier.of(this::findAll);

  /** A handler method of a controller, which may have inherited it. */
  record Handler(Class<?> controller, Method method) {
    static Handler of(HandlerMethod handler) {
      return new Handler(handler.getBeanType(), handler.getMethod());
    }
  }

  /** A way to call a handler. */
  record Endpoint(Handler handler, String httpMethod, String pattern) {
    private static final Pattern VARIABLE = Pattern.compile("\\{[^/]*}|\\*+");

    /** A path that the pattern matches, if its variables take anything. */
    String samplePath() {
      return VARIABLE.matcher(pattern).replaceAll("x");
    }
  }

  /** A handler and a method of HTTP that it is protected for. */
  private record Handling(Handler handler, String httpMethod) {}

  /**
   * What is protected.
   *
   * @param mappings who finds handlers, in the order in which they are asked
   * @param httpMethods those that any handler is protected for
   */
  private record Found(
      List<RequestMappingHandlerMapping> mappings,
      Map<Endpoint, Route> routes,
      Set<Handling> handlings,
      Set<Method> handlers,
      Set<String> httpMethods) {
    static Found of(List<RequestMappingHandlerMapping> mappings, Map<Endpoint, Route> routes) {
      return new Found(
          mappings,
          Map.copyOf(routes),
          routes.keySet().stream()
              .map(endpoint -> new Handling(endpoint.handler(), endpoint.httpMethod()))
              .collect(Collectors.toUnmodifiableSet()),
          routes.keySet().stream()
              .map(endpoint -> endpoint.handler().method())
              .collect(Collectors.toUnmodifiableSet()),
          routes.keySet().stream()
              .map(Endpoint::httpMethod)
              .collect(Collectors.toUnmodifiableSet()));
    }
  }

  /**
   * @param corsFilters filters that may stand behind Semel's
   * @param beforeFirst is run before the first handler is protected, to refuse if it cannot be
   */
  public HandlerRoutes(
      ObjectProvider<RequestMappingHandlerMapping> mappings,
      RouteFactory factory,
      ObjectProvider<TransactionRules> transactions,
      ObjectProvider<CorsFilter> corsFilters,
      Runnable beforeFirst) {
    this.mappings = mappings;
    this.factory = factory;
    this.transactions = transactions;
    this.cors = new HandlerCors(corsFilters);
    this.beforeFirst = beforeFirst;
  }

  private Found found() {
    return Objects.requireNonNull(found.get());
  }

  private Found findAll() {
    Map<Endpoint, Route> routes = new HashMap<>();
    HandlerOperations operations = new HandlerOperations();
    List<RequestMappingHandlerMapping> all = mappings.orderedStream().toList();
    for (RequestMappingHandlerMapping mapping : all) {
      mapping
          .getHandlerMethods()
          .forEach((info, handler) -> add(info, AnnotatedHandler.of(handler), routes, operations));
    }
    if (!routes.isEmpty()) {
      beforeFirst.run();
    }
    return Found.of(all, routes);
  }

  private void add(
      RequestMappingInfo info,
      @Nullable AnnotatedHandler handler,
      Map<Endpoint, Route> routes,
      HandlerOperations operations) {
    if (handler == null) {
      return;
    }
    Set<RequestMethod> methods = protectedMethods(info, handler);
    if (methods.isEmpty() && !handler.byItself()) {
      return;
    }
    HandlerRules.check(handler, info);
    for (RequestMethod method : methods) {
      for (String pattern : info.getPatternValues()) {
        Route route = factory.route(handler, method.name(), pattern);
        operations.add(handler, info, pattern, route);
        refuseWhatLeavesTheTransaction(handler, route);
        routes.put(
            new Endpoint(
                new Handler(handler.controller(), handler.method()), method.name(), pattern),
            route);
      }
    }
  }

  /** Asked of the route as it is in the end: whoever has a say may have leased it. */
  private void refuseWhatLeavesTheTransaction(AnnotatedHandler handler, Route route) {
    if (!route.isLeased()) {
      HandlerRules.refuseAnswersThatComeLater(handler);
      transactions.ifAvailable(
          rules -> rules.check(handler.method(), handler.controller(), handler::refused));
    }
  }

  /** A controller speaks for POST and PATCH; a handler speaks for all it takes. */
  private static Set<RequestMethod> protectedMethods(
      RequestMappingInfo info, AnnotatedHandler handler) {
    Set<RequestMethod> taken = info.getMethodsCondition().getMethods();
    if (handler.byItself()) {
      return taken;
    }
    Set<RequestMethod> spokenFor = new HashSet<>(BY_DEFAULT);
    if (!taken.isEmpty()) {
      spokenFor.retainAll(taken);
    }
    return spokenFor;
  }

  @Override
  public void check() {
    found();
  }

  @Override
  public boolean covers(Method handler) {
    return found().handlers().contains(handler);
  }

  @Override
  public Set<String> operations() {
    return found().routes().values().stream()
        .map(Route::operation)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns the routes of a handler by their methods of HTTP. Where a handler has several patterns,
   * a route that takes requests without a key wins.
   */
  public Map<String, Route> routesOf(HandlerMethod handler) {
    Map<String, Route> routes = new HashMap<>();
    found()
        .routes()
        .forEach(
            (endpoint, route) -> {
              if (endpoint.handler().equals(Handler.of(handler))) {
                routes.merge(
                    endpoint.httpMethod(), route, (one, other) -> one.isRequired() ? other : one);
              }
            });
    return routes;
  }

  /** All that is protected and asks who calls. */
  List<Endpoint> endpointsOfKnownCallers() {
    return found().routes().entrySet().stream()
        .filter(each -> !each.getValue().isAnonymousAllowed())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether requests with this method to this handler are protected. */
  boolean covers(Handler handler, String httpMethod) {
    return found().handlings().contains(new Handling(handler, httpMethod));
  }

  /** Returns whether the handler of a request is one transaction. */
  static boolean isTransactional(HttpServletRequest request) {
    return request.getAttribute(ROUTE) instanceof Route route && !route.isLeased();
  }

  /** Returns whether replays to this handler are authorised by its method security. */
  static boolean isAuthorizingReplays(HttpServletRequest request) {
    return request.getAttribute(ROUTE) instanceof Route route && route.isAuthorizingReplays();
  }

  @Override
  public @Nullable Route routeOf(HttpServletRequest request) {
    if (!found().httpMethods().contains(request.getMethod())) {
      return null;
    }
    LookupRequest lookup = new LookupRequest(request);
    HandlerExecutionChain chain = chainOf(lookup);
    Object pattern = lookup.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
    if (chain == null || !(chain.getHandler() instanceof HandlerMethod called) || pattern == null) {
      return null;
    }
    Handler handler = Handler.of(called);
    Route route =
        found().routes().get(new Endpoint(handler, request.getMethod(), pattern.toString()));
    if (route != null) {
      request.setAttribute(HANDLER, handler);
      request.setAttribute(VERSION, versionIn(lookup));
      request.setAttribute(ROUTE, route);
      HandlerCors.note(request, chain);
    }
    return route;
  }

  private static @Nullable String versionIn(LookupRequest lookup) {
    return lookup.getAttribute(HandlerMapping.API_VERSION_ATTRIBUTE)
                instanceof ApiVersionHolder found
            && found.hasVersion()
        ? found.getVersion().toString()
        : null;
  }

  @Override
  public @Nullable String versionOf(HttpServletRequest request) {
    return (String) request.getAttribute(VERSION);
  }

  @Override
  public boolean prepare(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    return cors.process(request, response);
  }

  private @Nullable HandlerExecutionChain chainOf(LookupRequest lookup) {
    ServletRequestPathUtils.parseAndCache(lookup);
    for (RequestMappingHandlerMapping mapping : found().mappings()) {
      HandlerExecutionChain chain = lookUp(mapping, lookup);
      if (chain != null && chain.getHandler() instanceof HandlerMethod) {
        return chain;
      }
    }
    return null;
  }

  /** What cannot be mapped, Spring MVC will answer in its own words: 404, 405, 406 or 415. */
  private static @Nullable HandlerExecutionChain lookUp(
      RequestMappingHandlerMapping mapping, LookupRequest lookup) {
    try {
      return mapping.getHandler(lookup);
    } catch (Exception unmappable) {
      return null;
    }
  }
}
