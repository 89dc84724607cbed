package dev.semel.spring.internal.web;

import dev.semel.RetryPolicy;
import dev.semel.Takeover;
import dev.semel.http.HttpAnswer;
import dev.semel.http.KeyPolicy;
import dev.semel.http.LeasedMode;
import dev.semel.http.Route;
import dev.semel.http.ScopedBy;
import dev.semel.http.StatusPolicy;
import dev.semel.spring.Idempotent;
import dev.semel.spring.Idempotent.LostOutcome;
import dev.semel.spring.RouteCustomizer;
import dev.semel.spring.internal.IdempotentSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.util.unit.DataSize;

/**
 * Makes the route of a handler from its annotation, the settings of the application, and whoever
 * has a say.
 *
 * @param keys which keys are taken
 * @param scopedBy where a caller's key is unique
 * @param maxRequestBytes the largest request
 * @param maxResponseBytes the largest response that is kept
 * @param retryBudget how long a request tries a store that fails
 * @param rerunning whether a handler of this HTTP method can be run twice within a request
 * @param security which handlers authorise their callers, so that replays are authorised too
 */
public record RouteFactory(
    IdempotentSettings defaults,
    KeyPolicy keys,
    ScopedBy scopedBy,
    long maxRequestBytes,
    int maxResponseBytes,
    Duration retryBudget,
    Predicate<String> rerunning,
    HandlerSecurity security,
    List<RouteCustomizer> customizers) {

  Route route(AnnotatedHandler handler, String httpMethod, String pattern) {
    try {
      Route route = annotated(handler.settings(), httpMethod, pattern);
      for (RouteCustomizer customizer : customizers) {
        route = customizer.customize(route, handler.method());
      }
      return security.authorizes(handler.method(), handler.controller(), handler::refused)
          ? route.authorizingReplays()
          : route;
    } catch (IllegalArgumentException e) {
      throw handler.refused("has settings that make no sense: " + e.getMessage(), "Mend them");
    }
  }

  /** What the framework answers before it has called the handler is no answer of the handler's. */
  private Route annotated(Idempotent settings, String httpMethod, String pattern) {
    String operation =
        settings.operation().isEmpty() ? httpMethod + " " + pattern : settings.operation();
    Route route =
        Route.named(httpMethod, operation)
            .keptOnceBegun()
            .committingRefusals()
            .isolation(settings.isolation())
            .retrying(RetryPolicy.standard().within(retryBudget))
            .keys(keys)
            .scopedBy(scopedBy(settings))
            .maxRequestBytes(bytes("maxRequestSize", settings.maxRequestSize(), maxRequestBytes))
            .maxResponseBytes(maxResponseBytes(settings))
            .keeping(settings.keeping())
            .retained(defaults.retention(settings))
            .duplicates(defaults.duplicates(settings))
            .storing(
                StatusPolicy.standard().also(settings.storing()).except(settings.notStoring()));
    if (settings.inProgressStatus() != 0) {
      route = route.inProgressStatus(settings.inProgressStatus());
    }
    Route taking = settings.required() ? route.required() : route.optional();
    if (settings.leased().length > 0) {
      return taking.leased(leased(settings.leased()[0]));
    }
    return rerunning.test(httpMethod) ? taking.rerunningHandler() : taking;
  }

  private ScopedBy scopedBy(Idempotent settings) {
    if (settings.scopedBy().length > 1) {
      throw new IllegalArgumentException("scopedBy has several values; give one");
    }
    return settings.scopedBy().length == 0 ? scopedBy : settings.scopedBy()[0];
  }

  private int maxResponseBytes(Idempotent settings) {
    long bytes = bytes("maxResponseSize", settings.maxResponseSize(), maxResponseBytes);
    if (bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "maxResponseSize = \"%s\" is too large; give 512MB at most"
              .formatted(settings.maxResponseSize()));
    }
    return (int) bytes;
  }

  private static long bytes(String attribute, String text, long defaultBytes) {
    try {
      return text.isEmpty() ? defaultBytes : DataSize.parse(text).toBytes();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s = \"%s\" is no size; write it like 512KB or 50MB".formatted(attribute, text), e);
    }
  }

  private static LeasedMode leased(Idempotent.Leased leased) {
    Takeover<HttpAnswer> lostOutcome =
        leased.lostOutcome() == LostOutcome.BLOCK ? Takeover.block() : Takeover.takeOver();
    return new LeasedMode(
        IdempotentSettings.duration("length", leased.length()),
        lostOutcome,
        leased.onFailure(),
        leased.onTimeout());
  }
}
