package dev.semel.client;

import org.jspecify.annotations.Nullable;

/** The server may have done what was asked, or not. Never answer it with a new key. */
public final class UnknownOutcomeException extends SemelClientException {
  private static final long serialVersionUID = 1L;

  public UnknownOutcomeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
