package dev.semel.spring.internal;

import dev.semel.spring.UnsafeSetupException;

/** Words why an application does not start with a command. */
@FunctionalInterface
public interface Refusal {
  UnsafeSetupException refused(String problem, String action);
}
