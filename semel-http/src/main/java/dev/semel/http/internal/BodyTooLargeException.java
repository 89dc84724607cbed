package dev.semel.http.internal;

import java.io.IOException;

/** The request's body is larger than the route allows; nothing was kept of it. */
public final class BodyTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long maxBytes;

  BodyTooLargeException(long maxBytes) {
    super("the request body has more than the " + maxBytes + " bytes that are allowed");
    this.maxBytes = maxBytes;
  }

  /** The limit that was passed. */
  public long maxBytes() {
    return maxBytes;
  }
}
