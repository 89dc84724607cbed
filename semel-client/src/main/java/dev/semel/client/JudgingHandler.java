package dev.semel.client;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives the caller's body handler the body of the answer that ends the call, and no other: a
 * handler that writes a file or counts must not see what is retried.
 */
final class JudgingHandler<T> implements BodyHandler<Received<T>> {
  private final BodyHandler<T> handler;
  private final Judge judge;
  private final Supplier<Instant> clock;
  private final boolean mayHaveHappened;
  private final Runnable onHeaders;
  private volatile @Nullable ResponseInfo seen;

  /**
   * A handler for one attempt.
   *
   * @param mayHaveHappened whether an earlier attempt may have had an effect
   * @param onHeaders run when the headers of an answer are there
   */
  JudgingHandler(
      BodyHandler<T> handler,
      Judge judge,
      Supplier<Instant> clock,
      boolean mayHaveHappened,
      Runnable onHeaders) {
    this.handler = handler;
    this.judge = judge;
    this.clock = clock;
    this.mayHaveHappened = mayHaveHappened;
    this.onHeaders = onHeaders;
  }

  /** The beginning of the answer, if there was one; its body may have failed since. */
  @Nullable ResponseInfo seen() {
    return seen;
  }

  @Override
  public BodySubscriber<Received<T>> apply(ResponseInfo info) {
    seen = info;
    onHeaders.run();
    if (Judge.isError(info.statusCode())) {
      return new JudgingSubscriber<>(this, info);
    }
    Judgement judgement = judge(info, Problem.NONE);
    return BodySubscribers.mapping(handler.apply(info), body -> Received.answer(judgement, body));
  }

  Judgement judge(ResponseInfo info, Problem problem) {
    return judge.judge(info.statusCode(), info.headers(), problem, clock.get());
  }

  boolean isAnswer(Judgement judgement) {
    return judgement.isAnswer(mayHaveHappened);
  }

  BodySubscriber<T> callersSubscriber(ResponseInfo info) {
    return handler.apply(info);
  }
}
