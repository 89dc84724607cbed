package dev.semel.webhook;

import org.jspecify.annotations.Nullable;

/** Whether an endpoint takes anything, from look to look. Safe for use by several threads. */
final class Pulse {
  private boolean took;
  private @Nullable String failure;

  /**
   * What happened since the last look.
   *
   * @param failure the last one; null if there was none
   */
  record Seen(boolean took, @Nullable String failure) {}

  synchronized void took() {
    took = true;
  }

  synchronized void failed(String reason) {
    failure = reason;
  }

  synchronized Seen look() {
    Seen seen = new Seen(took, failure);
    took = false;
    failure = null;
    return seen;
  }
}
