package dev.semel.http.webhook;

import org.jspecify.annotations.Nullable;

/**
 * Says whose message it is. Sees only what was signed: a path or another header could have been
 * changed on the way. Safe for use by several threads.
 */
@FunctionalInterface
public interface TenantResolver {
  /** The tenant, or null if it cannot be told; then nothing is applied, and it is an error. */
  @Nullable String tenantOf(WebhookMessage message);
}
