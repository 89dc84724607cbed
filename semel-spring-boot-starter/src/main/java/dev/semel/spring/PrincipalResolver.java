package dev.semel.spring;

import org.jspecify.annotations.Nullable;

/**
 * Says who asks for the work of the current thread, so that nobody is ever given the answer to
 * another's command. Where Spring Security is there, it is the name of the authenticated user
 * unless the application has a bean of its own. The name must be stable over retries and over the
 * rotation of credentials: an account's id, never a token or a session.
 *
 * <p>Implementations are safe for use by several threads.
 */
@FunctionalInterface
public interface PrincipalResolver {
  /** The principal, or null if nobody is known; the command is then refused. */
  @Nullable String principal();
}
