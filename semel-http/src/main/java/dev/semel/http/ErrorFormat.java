package dev.semel.http;

import dev.semel.http.internal.ProblemJson;

/**
 * Writes the body of the filter's own errors, so that they look like the other errors of an API.
 *
 * <pre>{@code
 * ProblemSettings.standard()
 *     .format(error -> ErrorBody.json(toJson(Map.of("error", Map.of("message", error.detail())))))
 * }</pre>
 *
 * <p>The status and the headers, such as {@code Retry-After}, do not depend on the format. If the
 * format throws, the error is logged and the body is that of {@link #problemJson}. Must be safe for
 * use by several threads.
 */
@FunctionalInterface
public interface ErrorFormat {
  ErrorBody format(FilterError error);

  /**
   * Returns the default format: problem documents (RFC 9457) as {@code application/problem+json}.
   */
  static ErrorFormat problemJson() {
    return ProblemJson.INSTANCE;
  }
}
