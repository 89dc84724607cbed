package dev.semel.client;

import org.jspecify.annotations.Nullable;

/** Nothing happened at the server. The same intent may be sent again. */
public final class CallFailedException extends SemelClientException {
  private static final long serialVersionUID = 1L;

  public CallFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
