package dev.semel.testing.crash;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a call of the handler ended.
 *
 * @param answer what it returned
 * @param failure what it threw; null if it returned
 */
record Attempt(@Nullable Object answer, @Nullable Throwable failure) {

  boolean hasAnswer() {
    return failure == null;
  }

  /** Whether it has not ended at all. */
  boolean hangs() {
    return failure instanceof HandlerHangsException;
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
