package dev.semel.spring.internal;

import java.lang.reflect.Method;
import java.util.Set;

/** Protects the handlers of controllers. It is there where requests come through servlets. */
public interface ControllerProtection {
  /**
   * Looks at all handlers.
   *
   * @throws dev.semel.spring.UnsafeSetupException if one that should be protected cannot be
   */
  void check();

  /** Whether requests to a method of a controller are protected. */
  boolean covers(Method handler);

  /** The names of the operations that requests are for. */
  Set<String> operations();
}
