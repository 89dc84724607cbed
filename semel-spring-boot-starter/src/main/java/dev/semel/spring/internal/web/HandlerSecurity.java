package dev.semel.spring.internal.web;

import dev.semel.spring.internal.Refusal;
import java.lang.reflect.Method;

/**
 * Knows which handlers authorise their callers by method security. Implementations are safe for use
 * by several threads.
 */
@FunctionalInterface
public interface HandlerSecurity {
  /**
   * Returns whether calls of a handler are authorised by method security.
   *
   * @throws dev.semel.spring.UnsafeSetupException if this cannot be repeated for a replay
   */
  boolean authorizes(Method handler, Class<?> controller, Refusal refusal);
}
