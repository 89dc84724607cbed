package dev.semel.http.internal;

import java.io.IOException;

/** Thrown if something in front of the filter has read the body, so that it has no fingerprint. */
public final class BodyConsumedException extends IOException {
  private static final long serialVersionUID = 1L;

  BodyConsumedException() {
    super(
        "the request's body was read in front of the idempotency filter; move what reads it behind"
            + " the filter, or let it read the body through a wrapper that can be read again");
  }
}
