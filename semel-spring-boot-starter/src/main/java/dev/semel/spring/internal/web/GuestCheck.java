package dev.semel.spring.internal.web;

import dev.semel.http.CallerResolver;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Warns at start of protected handlers that callers may reach without a login, whose requests are
 * refused because nobody knows whose keys they bring.
 */
public final class GuestCheck implements SmartInitializingSingleton {
  private static final Logger LOG = LoggerFactory.getLogger(GuestCheck.class);
  private static final int MAX_NAMED = 5;

  private final HandlerRoutes routes;
  private final CallerResolver callers;
  private final ObjectProvider<Access> access;

  /** Rules about who may send which request. */
  public interface Access {
    /** Returns whether a request is let through without a login. */
    boolean isOpen(String httpMethod, String path);
  }

  /**
   * @param access not available where Spring Security has no filters
   */
  public GuestCheck(HandlerRoutes routes, CallerResolver callers, ObjectProvider<Access> access) {
    this.routes = routes;
    this.callers = callers;
    this.access = access;
  }

  @Override
  public void afterSingletonsInstantiated() {
    if (!(callers instanceof SpringCallers usual) || !usual.refusesGuests()) {
      return;
    }
    Access rules = access.getIfAvailable();
    List<String> open =
        routes.endpointsOfKnownCallers().stream()
            .filter(each -> rules == null || rules.isOpen(each.httpMethod(), each.samplePath()))
            .map(each -> each.httpMethod() + " " + each.pattern())
            .sorted()
            .toList();
    if (!open.isEmpty()) {
      LOG.warn(
          "Spring Security lets requests without a login through to {} @Idempotent handlers ({}); with a key they get 500 no_caller, because nothing says who calls. Ask for a login there, define a PrincipalResolver or CallerResolver bean that knows these callers, or set semel.http.anonymous-allowed=true",
          open.size(),
          String.join(", ", shortened(open)));
    }
  }

  private static List<String> shortened(List<String> open) {
    return open.size() <= MAX_NAMED
        ? open
        : Stream.concat(open.stream().limit(MAX_NAMED), Stream.of("…")).toList();
  }
}
