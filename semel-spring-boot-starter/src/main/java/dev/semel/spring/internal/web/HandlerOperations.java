package dev.semel.spring.internal.web;

import dev.semel.http.Route;
import dev.semel.http.ScopedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/**
 * Refuses handlers that would share keys: the second would answer with the stored response of the
 * first. Only versions of one endpoint share an operation, because the version of a request counts
 * in its fingerprint. For one thread.
 */
final class HandlerOperations {
  private final Map<String, List<Mapped>> byOperation = new HashMap<>();

  /** A handler as it is mapped to one pattern. */
  private record Mapped(
      AnnotatedHandler handler, RequestMappingInfo info, String pattern, Route route) {
    private boolean isSameMethod(Mapped other) {
      return handler.method().equals(other.handler.method());
    }

    private boolean isSameHandler(Mapped other) {
      return isSameMethod(other) && handler.controller().equals(other.handler.controller());
    }

    private boolean isSamePath(Mapped other) {
      return pattern.equals(other.pattern) && route.method().equals(other.route.method());
    }

    /**
     * Returns true if each request reaches the same one of both for as long as its version is the
     * same.
     */
    private boolean isOtherVersion(Mapped other) {
      return isSamePath(other)
          && !info.getVersionCondition().equals(other.info.getVersionCondition())
          && info.getHeadersCondition().equals(other.info.getHeadersCondition())
          && info.getConsumesCondition().equals(other.info.getConsumesCondition())
          && info.getProducesCondition().equals(other.info.getProducesCondition())
          && Objects.equals(info.getCustomCondition(), other.info.getCustomCondition());
    }

    /** The path tells them apart if one method is mapped to several. */
    private boolean sharesKeysWith(Mapped other) {
      boolean apart = isSameHandler(other) || (isSameMethod(other) && !isSamePath(other));
      return !apart && !isOtherVersion(other);
    }
  }

  /** Adds a handler, or refuses it. */
  void add(AnnotatedHandler handler, RequestMappingInfo info, String pattern, Route route) {
    Mapped mapped = new Mapped(handler, info, pattern, route);
    List<Mapped> before =
        byOperation.computeIfAbsent(operationOf(mapped), unseen -> new ArrayList<>());
    for (Mapped other : before) {
      if (mapped.sharesKeysWith(other)) {
        throw refused(mapped, other);
      }
    }
    before.add(mapped);
  }

  /** A key that is scoped by its path has no other operation than the path. */
  private static String operationOf(Mapped mapped) {
    Route route = mapped.route();
    return route.scope() == ScopedBy.PATH
        ? route.method() + " " + mapped.pattern()
        : route.operation();
  }

  private static RuntimeException refused(Mapped mapped, Mapped other) {
    String action =
        mapped.route().scope() == ScopedBy.PATH
            ? "Let the RouteCustomizer scope its keys by ScopedBy.TEMPLATE, and set @Idempotent(operation = …)"
            : "Set @Idempotent(operation = …) to a name of its own";
    return mapped
        .handler()
        .refused(
            "has the operation '%s', which is that of %s too, so that one would answer with the response of the other"
                .formatted(operationOf(mapped), other.handler().name()),
            action);
  }
}
