package dev.semel.client;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One call: attempts, one after the other, until there is an answer to give or a reason to stop.
 *
 * <p>Nothing here waits. An attempt ends on a thread of the HTTP client, a wait ends on the
 * client's executor, and each carries the call on from there. Two things keep the outcome honest.
 * An attempt is remembered by the {@link KeptIntent} and counted by {@link Progress} before it is
 * sent, so whoever stops the call at any moment, and whoever finds the journal after a crash, takes
 * it for sent. And only {@link Failures} or an answer that says so may take that back.
 */
final class Flight<T> {
  private final ClientParts parts;
  private final KeptIntent kept;
  private final ClientIntent intent;
  private final BodyHandler<T> handler;
  private final RequestMaker requests;
  private final Judge judge;
  private final Notifier notifier;
  private final Progress progress;
  private final Deadlines deadlines;
  private final CompletableFuture<ClientOutcome<T>> outcome = new CompletableFuture<>();
  private final AtomicBoolean finished = new AtomicBoolean();
  private volatile @Nullable Attempt current;

  Flight(ClientParts parts, KeptIntent kept, BodyHandler<T> handler) {
    this.parts = parts;
    this.kept = kept;
    this.intent = kept.intent();
    this.handler = handler;
    this.requests = new RequestMaker(parts);
    this.judge = parts.judge();
    this.notifier = new Notifier(parts.listener());
    this.progress = new Progress(kept.firstAttemptAt() != null);
    this.deadlines = new Deadlines(parts, kept, intent);
  }

  /**
   * Begins. What is wrong with the intent, the decorator or the journal is thrown here, before
   * anything is sent.
   */
  CompletableFuture<ClientOutcome<T>> start() {
    onEndOf(outcome, (ignored, failure) -> stopIfCancelled());
    if (deadlines.isRetentionOver(Duration.ZERO)) {
      end(StopReason.RETENTION_OVER);
    } else {
      send(prepared());
    }
    return outcome;
  }

  /** Ends the call now, with what is known. */
  ClientOutcome<T> stop(StopReason reason) {
    end(reason);
    cancelCurrent();
    return outcome.join();
  }

  private void stopIfCancelled() {
    if (outcome.isCancelled()) {
      end(StopReason.CANCELLED);
      cancelCurrent();
    }
  }

  private void cancelCurrent() {
    Attempt running = current;
    if (running != null) {
      running.cancel();
    }
  }

  private record Prepared(HttpRequest request, Attempt attempt) {}

  private Prepared prepared() {
    int number = progress.attempts() + 1;
    Duration timeout = deadlines.attemptTimeout();
    WatchedBody body = intent.watchedBody();
    HttpRequest request = requests.make(intent, number, body, timeout);
    int keptNumber = kept.attemptStarts(deadlines.now());
    return new Prepared(request, new Attempt(number, keptNumber, body, timeout));
  }

  private void send(Prepared prepared) {
    Attempt attempt = prepared.attempt();
    boolean mayHaveHappened = progress.mayHaveHappened();
    if (!progress.begin()) {
      remember(() -> kept.attemptDidNothing(attempt.keptNumber));
      return;
    }
    current = attempt;
    JudgingHandler<T> judging =
        new JudgingHandler<>(handler, judge, deadlines::now, mayHaveHappened, attempt::headersCame);
    CompletableFuture<HttpResponse<Received<T>>> exchange = exchange(prepared, judging);
    attempt.exchange(exchange);
    if (finished.get()) {
      attempt.cancel();
    }
    onEndOf(
        exchange,
        (response, failure) ->
            guarded(() -> ended(attempt, judging, response, attempt.ended(failure))));
  }

  /** What the JDK throws at once, it throws before it sends. */
  private CompletableFuture<HttpResponse<Received<T>>> exchange(
      Prepared prepared, JudgingHandler<T> judging) {
    try {
      return parts.http().sendAsync(prepared.request(), judging);
    } catch (RuntimeException e) {
      remember(() -> kept.attemptDidNothing(prepared.attempt().keptNumber));
      throw e;
    }
  }

  private static <V> void onEndOf(
      CompletionStage<V> stage, BiConsumer<? super @Nullable V, ? super @Nullable Throwable> then) {
    stage.whenComplete(then);
  }

  private void ended(
      Attempt attempt,
      JudgingHandler<T> judging,
      @Nullable HttpResponse<Received<T>> response,
      @Nullable Throwable failure) {
    if (finished.get()) {
      return;
    }
    if (response != null) {
      answered(attempt, response);
    } else if (failure != null) {
      failed(attempt, judging.seen(), failure);
    }
  }

  private void answered(Attempt attempt, HttpResponse<Received<T>> response) {
    Received<T> received = response.body();
    Judgement judgement = received.judgement();
    remember(() -> deadlines.learn(response.headers()));
    boolean mayHaveHappened = !judgement.saysThatNothingHappened();
    if (!mayHaveHappened) {
      remember(() -> kept.attemptDidNothing(attempt.keptNumber));
    }
    if (received.answer()) {
      notifier.attempt(report(attempt, response.statusCode(), null, mayHaveHappened, null));
      finish(
          new ClientOutcome.Answered<>(
              Received.delivered(response), attempt.number, judgement.replayed()));
      return;
    }
    progress.answered(
        new ServerAnswer(response.statusCode(), response.headers(), received.text()),
        judgement.doubt());
    Next next =
        judgement.retry() ? next(judgement.retryAfter()) : Next.stop(StopReason.NOT_RETRYABLE);
    goOn(next, report(attempt, response.statusCode(), null, mayHaveHappened, next.pause()));
  }

  private void failed(Attempt attempt, @Nullable ResponseInfo seen, Throwable failure) {
    boolean bodyRefused = attempt.body.isRefused();
    boolean didNothing =
        bodyRefused || Failures.didNotLeave(failure, intent.hasBody(), attempt.body.isSubscribed());
    if (didNothing) {
      remember(() -> kept.attemptDidNothing(attempt.keptNumber));
    }
    progress.failed(failure, didNothing ? null : Doubt.NO_ANSWER);
    progress.brokeOff(
        seen == null ? null : new ServerAnswer(seen.statusCode(), seen.headers(), ""));
    Next next = afterFailure(failure, bodyRefused, seen != null);
    goOn(next, report(attempt, null, failure, !didNothing, next.pause()));
  }

  private Next afterFailure(Throwable failure, boolean bodyRefused, boolean answerBegan) {
    if (Failures.isOnTheWay(failure) && !bodyRefused) {
      return next(null);
    }
    return Next.stop(answerBegan ? StopReason.ANSWER_UNREADABLE : StopReason.CANNOT_REPEAT);
  }

  /** What comes after an attempt: a pause and another one, or a reason why there is none. */
  private record Next(@Nullable Duration pause, @Nullable StopReason reason) {
    static Next stop(StopReason reason) {
      return new Next(null, reason);
    }
  }

  private Next next(@Nullable Duration retryAfter) {
    int attempts = progress.attempts();
    Duration pause = parts.retries().backoff(attempts, parts.timing().random());
    if (retryAfter != null && retryAfter.compareTo(pause) > 0) {
      pause = retryAfter;
    }
    StopReason reason = deadlines.reasonToStop(attempts, pause);
    return reason == null ? new Next(pause, null) : Next.stop(reason);
  }

  private void goOn(Next next, AttemptReport report) {
    notifier.attempt(report);
    if (next.pause() != null) {
      onEndOf(
          parts.timing().after(next.pause(), parts.executor()),
          (nothing, failure) -> guarded(this::again));
    } else if (next.reason() != null) {
      end(next.reason());
    }
  }

  /** A wait may have been longer than it was meant to be, so the time is looked at again. */
  private void again() {
    StopReason reason = deadlines.reasonToStop(progress.attempts(), Duration.ZERO);
    if (finished.get()) {
      return;
    }
    if (reason != null) {
      end(reason);
      return;
    }
    try {
      send(prepared());
    } catch (RuntimeException e) {
      progress.failed(e, null);
      end(StopReason.CANNOT_REPEAT);
    }
  }

  private AttemptReport report(
      Attempt attempt,
      @Nullable Integer status,
      @Nullable Throwable failure,
      boolean mayHaveHappened,
      @Nullable Duration pause) {
    return new AttemptReport(
        intent, attempt.number, attempt.took(), status, failure, mayHaveHappened, pause);
  }

  private void end(StopReason reason) {
    finish(progress.end(reason));
  }

  private void finish(ClientOutcome<T> end) {
    if (finished.compareAndSet(false, true)) {
      notifier.outcome(intent, end);
      outcome.complete(end);
    }
  }

  /** What is worth knowing later must not cost the answer that is there now. */
  private void remember(Runnable note) {
    try {
      note.run();
    } catch (RuntimeException e) {
      notifier.notRemembered(intent, e);
    }
  }

  /** A bug must end the call, not leave it hanging. */
  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      finished.set(true);
      outcome.completeExceptionally(e);
    }
  }
}
