package dev.semel.http.internal;

import java.io.IOException;

/** A multipart body cannot be taken apart. The message names the place, never what stands there. */
final class MalformedMultipartException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedMultipartException(String message) {
    super(message);
  }
}
