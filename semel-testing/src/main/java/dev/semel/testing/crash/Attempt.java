package dev.semel.testing.crash;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of the handler.
 *
 * @param answer what it returned
 * @param failure what it threw; null if it returned
 */
record Attempt(@Nullable Object answer, @Nullable Throwable failure) {

  static Attempt of(CrashHandler handler, Trial trial) {
    try {
      return new Attempt(handler.handle(trial), null);
    } catch (Exception | AssertionError e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return new Attempt(null, e);
    }
  }

  boolean hasAnswer() {
    return failure == null;
  }

  boolean hasSameAnswer(Attempt other) {
    return Objects.equals(answer, other.answer);
  }

  /** For people. */
  @Override
  public String toString() {
    if (failure == null) {
      return "answered " + answer;
    }
    String message = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return "failed with %s: %s".formatted(failure.getClass().getSimpleName(), message);
  }
}
