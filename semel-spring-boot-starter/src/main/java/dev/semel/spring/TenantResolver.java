package dev.semel.spring;

import org.jspecify.annotations.Nullable;

/**
 * Says whose data the work of the current thread is about. A bean of this type is asked wherever an
 * {@link Idempotent} method or route does not name its tenant itself. An application with one
 * tenant sets {@code semel.tenant} instead.
 *
 * <p>Implementations are safe for use by several threads.
 */
@FunctionalInterface
public interface TenantResolver {
  /** The tenant, or null if there is none; the command is then refused. */
  @Nullable String tenant();
}
