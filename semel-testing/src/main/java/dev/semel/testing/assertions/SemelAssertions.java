package dev.semel.testing.assertions;

import dev.semel.LeaseAttempt;
import dev.semel.Outcome;
import dev.semel.relay.Sink;
import dev.semel.spi.LeaseResult;

/**
 * The way in to assertions about what callers are told, and about sinks.
 *
 * <pre>{@code
 * assertThat(semel.once(intent, command)).isExecuted().hasResult(opened);
 * assertThat(semel.once(intent, command)).isReplayed().hasResult(opened);
 * }</pre>
 */
public final class SemelAssertions {
  private SemelAssertions() {}

  public static <R> OutcomeAssert<R> assertThat(Outcome<R> actual) {
    return new OutcomeAssert<>(actual);
  }

  public static <R> LeaseAttemptAssert<R> assertThat(LeaseAttempt<R> actual) {
    return new LeaseAttemptAssert<>(actual);
  }

  public static SinkAssert assertThat(Sink actual) {
    return new SinkAssert(actual);
  }

  public static <T, R> LeaseResultAssert<T, R> assertThat(LeaseResult<T, R> actual) {
    return new LeaseResultAssert<>(actual);
  }
}
