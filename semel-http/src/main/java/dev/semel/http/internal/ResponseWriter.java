package dev.semel.http.internal;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Writes a response that no handler wrote: a kept one, or an error of the filter's own. */
final class ResponseWriter {
  private ResponseWriter() {}

  /**
   * @param beforeSending has the last word on the headers
   */
  static void write(StoredResponse stored, HttpServletResponse response, Runnable beforeSending)
      throws IOException {
    response.setStatus(stored.status());
    stored.fields().forEach(field -> apply(field, response));
    beforeSending.run();
    if (stored.errorMessage() != null) {
      sendError(response, stored.status(), stored.errorMessage());
    } else if (hasBody(stored.status())) {
      announce(stored.body().length, response);
      response.getOutputStream().write(stored.body());
    }
  }

  private static void apply(HeaderField field, HttpServletResponse response) {
    if (field.isNamed("Content-Type") && !field.values().isEmpty()) {
      response.setContentType(field.values().get(0));
    } else {
      field.applyTo(response);
    }
  }

  /** Asks the container for its error page. */
  static void sendError(HttpServletResponse response, int status, String message)
      throws IOException {
    if (message.isEmpty()) {
      response.sendError(status);
    } else {
      response.sendError(status, message);
    }
  }

  /**
   * Says how long the body is, unless the container finds out by itself when the response ends: a
   * response of announced length ends with its last byte, and filters in front could not add to its
   * headers any more.
   */
  static void announce(long bodyBytes, HttpServletResponse response) {
    if (bodyBytes > response.getBufferSize()) {
      response.setContentLengthLong(bodyBytes);
    }
  }

  /** Whether a response with this status has a body and a length at all. */
  static boolean hasBody(int status) {
    return status != HttpServletResponse.SC_NO_CONTENT
        && status != HttpServletResponse.SC_NOT_MODIFIED;
  }
}
