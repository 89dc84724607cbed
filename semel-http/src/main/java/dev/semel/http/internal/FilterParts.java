package dev.semel.http.internal;

import dev.semel.Semel;
import dev.semel.http.CallerResolver;
import dev.semel.http.ProblemSettings;
import dev.semel.http.RouteResolver;
import java.nio.file.Path;
import java.util.List;

/**
 * What all requests of a filter share.
 *
 * @param headerNames the names under which a key may come
 * @param transientHeader a response with this header set to true is not kept
 * @param memoryBytes up to which a body of either direction stays in memory
 * @param maxHeldBytes of a response that is held back until its transaction has committed
 */
public record FilterParts(
    Semel semel,
    CallerResolver callers,
    RouteResolver routes,
    List<String> headerNames,
    String transientHeader,
    ProblemSettings problems,
    HeaderPolicy headers,
    Notices notices,
    Quotas quotas,
    RouteOperations operations,
    Heartbeats heartbeats,
    int memoryBytes,
    long maxHeldBytes,
    Path spoolTo) {

  CapturedBody.Limits limits() {
    return new CapturedBody.Limits(memoryBytes, maxHeldBytes, spoolTo);
  }
}
