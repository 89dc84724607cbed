package dev.semel.http;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who sends a request, from what the authentication in front of the filter left behind.
 * It must not read the request's body or parameters.
 *
 * <p>Implementations are safe for use by several threads.
 */
@FunctionalInterface
public interface CallerResolver {
  /**
   * Returns the caller, or null if there is none. A request without a caller is refused, unless its
   * route says {@link Route#anonymousAllowed}: strangers never share a bucket by accident.
   *
   * @throws IllegalArgumentException if the tenant or the principal is not valid; the request is
   *     refused
   */
  @Nullable Caller resolve(HttpServletRequest request);
}
