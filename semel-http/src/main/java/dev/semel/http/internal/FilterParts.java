package dev.semel.http.internal;

import dev.semel.Semel;
import dev.semel.http.CallerResolver;
import dev.semel.http.ProblemSettings;
import dev.semel.http.RouteResolver;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all requests of a filter share.
 *
 * @param headerNames the names under which a key may come
 * @param transientHeader a response with this header set to true is not kept
 * @param expiresHeader says how long a key is known; null if it is not sent
 * @param memoryBytes up to which a body of either direction stays in memory
 * @param maxHeldBytes of a response that is held back until its transaction has committed
 */
public record FilterParts(
    Semel semel,
    CallerResolver callers,
    RouteResolver routes,
    List<String> headerNames,
    String transientHeader,
    @Nullable String expiresHeader,
    ProblemSettings problems,
    HeaderPolicy headers,
    Notices notices,
    Quotas quotas,
    RouteOperations operations,
    DuplicateWaits waits,
    Heartbeats heartbeats,
    int memoryBytes,
    long maxHeldBytes,
    Path spoolTo) {

  CapturedBody.Limits limits() {
    return new CapturedBody.Limits(memoryBytes, maxHeldBytes, spoolTo);
  }
}
