package dev.semel.client;

import java.net.http.HttpHeaders;

/**
 * An answer that did not end the matter, and so was not handed to the body handler. Immutable.
 *
 * @param body as text in UTF-8, up to 64 KiB of it; empty if there was none or it was not read
 */
public record ServerAnswer(int status, HttpHeaders headers, String body) {
  /** The status alone: headers and body may be secret. */
  @Override
  public String toString() {
    return "status " + status;
  }
}
