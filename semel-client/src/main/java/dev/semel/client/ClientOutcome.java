package dev.semel.client;

import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended. Exactly one of these. Immutable.
 *
 * @param <T> what the body handler makes of a body
 */
public sealed interface ClientOutcome<T> {
  /**
   * The server's answer, of whatever status, that no retry would change.
   *
   * @param attempts in this call
   * @param replayed whether the server says that it gave this answer before
   */
  record Answered<T>(HttpResponse<T> response, int attempts, boolean replayed)
      implements ClientOutcome<T> {}

  /**
   * Nothing happened: no attempt, in this call or an earlier one, left this machine, or each that
   * did was turned away by the server. The same intent may be sent again.
   *
   * @param lastAnswer the last that turned an attempt away; null if none did
   * @param lastFailure of the last attempt that got no answer; null if all got one
   */
  record Failed<T>(
      StopReason reason,
      int attempts,
      @Nullable ServerAnswer lastAnswer,
      @Nullable Throwable lastFailure)
      implements ClientOutcome<T> {}

  /**
   * The server may have done what was asked, or not. Send the same intent again while the server
   * knows its key, or find out another way. A new key could do it twice.
   *
   * @param doubt what is known
   * @param reason why there was no further attempt
   * @param lastAnswer the last that did not end the matter; null if there was none
   * @param lastFailure of the last attempt that got no answer; null if all got one
   */
  record Unknown<T>(
      Doubt doubt,
      StopReason reason,
      int attempts,
      @Nullable ServerAnswer lastAnswer,
      @Nullable Throwable lastFailure)
      implements ClientOutcome<T> {}

  /** How many attempts this call made. */
  int attempts();

  /**
   * The server's answer.
   *
   * @throws CallFailedException if nothing happened
   * @throws UnknownOutcomeException if nobody knows
   */
  default HttpResponse<T> orElseThrow() {
    if (this instanceof Answered<T> answered) {
      return answered.response();
    }
    throw this instanceof Unknown<T> unknown
        ? ClientOutcomes.unknown(unknown)
        : ClientOutcomes.failed((Failed<T>) this);
  }
}

/** The words behind {@link ClientOutcome#orElseThrow()}. */
final class ClientOutcomes {
  private ClientOutcomes() {}

  static CallFailedException failed(ClientOutcome.Failed<?> failed) {
    return new CallFailedException(
        "nothing happened at the server: gave up after %d attempts because %s%s; the same intent may be sent again"
            .formatted(failed.attempts(), failed.reason().words(), last(failed.lastAnswer())),
        failed.lastFailure());
  }

  static UnknownOutcomeException unknown(ClientOutcome.Unknown<?> unknown) {
    return new UnknownOutcomeException(
        "the outcome is unknown: %s; gave up after %d attempts because %s%s; %s"
            .formatted(
                unknown.doubt().words(),
                unknown.attempts(),
                unknown.reason().words(),
                last(unknown.lastAnswer()),
                advice(unknown)),
        unknown.lastFailure());
  }

  private static String last(@Nullable ServerAnswer answer) {
    return answer == null ? "" : " (last answer: " + answer + ")";
  }

  private static String advice(ClientOutcome.Unknown<?> unknown) {
    boolean inVain =
        unknown.reason() == StopReason.RETENTION_OVER || unknown.doubt() == Doubt.SERVER_UNSURE;
    return inVain
        ? "find out at the server, and do not repeat it under a new key"
        : "send the same intent again, never one with a new key";
  }
}
