package dev.semel;

import org.jspecify.annotations.Nullable;

/**
 * The store or its settings are wrong in a way that no retry mends: a missing table, a read-only
 * server, a refused login.
 */
public final class ConfigurationException extends SemelException {
  private static final long serialVersionUID = 1L;

  public ConfigurationException(String message) {
    super(message);
  }

  public ConfigurationException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
