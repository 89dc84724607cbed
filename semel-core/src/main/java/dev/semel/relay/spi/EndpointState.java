package dev.semel.relay.spi;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint stands. Immutable.
 *
 * @param version how often it was changed
 * @param enabled whether events are sent to it
 * @param changedAt when it came to this; null if it was never changed
 * @param changedBy an operator, or the endpoint itself by its answer; null if it was never changed
 * @param reason why; null if it was never changed
 */
public record EndpointState(
    String endpoint,
    long version,
    boolean enabled,
    @Nullable Instant changedAt,
    @Nullable String changedBy,
    @Nullable String reason) {
  /** An endpoint that nobody has switched off yet. */
  public static EndpointState unchanged(String endpoint) {
    return new EndpointState(endpoint, 0, true, null, null, null);
  }
}
