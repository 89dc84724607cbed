package dev.semel.bench.measure;

import org.jspecify.annotations.Nullable;

/** What was measured did not do what it should, so its numbers are worth nothing. */
public final class MeasurementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MeasurementException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
