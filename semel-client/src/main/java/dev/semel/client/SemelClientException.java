package dev.semel.client;

import org.jspecify.annotations.Nullable;

/**
 * A promise could not be kept. Expected endings are {@link ClientOutcome}s; this is the root of
 * what the client throws beside the JDK's exceptions for wrong arguments.
 */
public class SemelClientException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SemelClientException(String message) {
    super(message);
  }

  public SemelClientException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
