package dev.semel.testing.crash;

import java.time.Duration;

/** A handler did not return. Its stack trace is where it stands. */
final class HandlerHangsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  HandlerHangsException(Duration limit, StackTraceElement[] standsAt) {
    super(
        "it did not return within %d s, and stands at %s"
            .formatted(limit.toSeconds(), standsAt.length == 0 ? "its end" : standsAt[0]));
    setStackTrace(standsAt);
  }

  /** In a process of its own, which was ended. */
  HandlerHangsException(Duration limit, String lastWords) {
    super(
        "its process did not end within %d s, and was ended; its last words: %s"
            .formatted(
                limit.toSeconds(), lastWords.isBlank() ? "none" : lastWords.replace("\n", " | ")));
  }
}
