package dev.semel.client;

import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * What came of an answer's body. Immutable.
 *
 * @param answer whether it is the answer to give, so that the caller's handler has had the body
 * @param body what the caller's handler made of it, if it is the answer
 * @param text the beginning of the body, if it is not
 */
record Received<T>(Judgement judgement, boolean answer, @Nullable T body, String text) {
  static <T> Received<T> answer(Judgement judgement, @Nullable T body) {
    return new Received<>(judgement, true, body, "");
  }

  static <T> Received<T> other(Judgement judgement, String text) {
    return new Received<>(judgement, false, null, text);
  }

  /** The answer, with what the caller's handler made of its body, be it null. */
  @SuppressWarnings("NullAway") // A handler may make nothing of a body, and T does not say so.
  static <T> HttpResponse<T> delivered(HttpResponse<Received<T>> response) {
    return new DeliveredResponse<>(response, response.body().body());
  }
}
