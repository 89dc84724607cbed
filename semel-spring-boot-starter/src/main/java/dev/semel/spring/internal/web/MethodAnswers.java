package dev.semel.spring.internal.web;

import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.SemelException;
import dev.semel.UnansweredException;
import dev.semel.http.ErrorBody;
import dev.semel.http.FilterError;
import dev.semel.http.Idempotency;
import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers for an {@code @Idempotent} method that gave its controller no result, with a problem of
 * the same kind as the filter's. It comes before the {@code @ExceptionHandler} methods of the
 * application, because one for all exceptions would answer with 500. An {@code @ExceptionHandler}
 * that names an exception of Semel keeps its say. One that names {@link ErrorResponseException}, as
 * Spring's {@code ResponseEntityExceptionHandler} does, gets the problem as such an exception.
 */
public final class MethodAnswers implements HandlerExceptionResolver {
  private static final Logger LOG = LoggerFactory.getLogger(MethodAnswers.class);

  private final ProblemSettings problems;
  private final ExceptionAdvice advice;

  private MethodAnswers(ProblemSettings problems, ExceptionAdvice advice) {
    this.problems = problems;
    this.advice = advice;
  }

  /** Adds a resolver in front of those that call {@code @ExceptionHandler} methods. */
  public static void addTo(List<HandlerExceptionResolver> resolvers, ProblemSettings problems) {
    resolvers.add(0, new MethodAnswers(problems, new ExceptionAdvice(resolvers)));
  }

  /**
   * A problem.
   *
   * @param retryAfter null if no retry helps
   */
  private record Told(
      ProblemKind kind, String code, String detail, @Nullable Duration retryAfter) {}

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    Told told = told(failure);
    if (told == null || response.isCommitted()) {
      return null;
    }
    if (isOfTheMoment(told.kind())) {
      // It is about this moment, so no answer to the command that the request itself may be; what a
      // leased handler did before it came to this cannot be undone.
      Idempotency.failedAnswer(request);
    }
    if (advice.names(SemelException.class, failure, handler)) {
      return null;
    }
    if (failure instanceof RejectedException no && Idempotency.intentOf(request) != null) {
      return leaveToFilter(no, request);
    }
    ErrorResponseException asOfSpring = asOfSpring(told, failure);
    if (advice.names(ErrorResponseException.class, asOfSpring, handler)) {
      return advice.resolve(request, response, handler, asOfSpring);
    }
    return write(told, response) ? new ModelAndView() : null;
  }

  /** In a transaction the filter words a rejection itself, and stores it. */
  private static @Nullable ModelAndView leaveToFilter(
      RejectedException no, HttpServletRequest request) {
    if (HandlerBegin.isInTransaction(request)) {
      throw no;
    }
    return null;
  }

  private static boolean isOfTheMoment(ProblemKind kind) {
    return kind == ProblemKind.IN_PROGRESS || kind == ProblemKind.OUTCOME_UNKNOWN;
  }

  private static @Nullable Told told(Exception failure) {
    if (failure instanceof RejectedException no) {
      return new Told(ProblemKind.REJECTED, no.rejection().code(), no.rejection().detail(), null);
    }
    if (failure instanceof UnansweredException unanswered) {
      return told(unanswered.outcome(), String.valueOf(unanswered.getMessage()));
    }
    return null;
  }

  private static Told told(Outcome<?> outcome, String detail) {
    if (outcome instanceof Outcome.InProgress<?> inProgress) {
      return new Told(
          ProblemKind.IN_PROGRESS, ProblemKind.IN_PROGRESS.code(), detail, inProgress.retryAfter());
    }
    ProblemKind kind =
        outcome instanceof Outcome.Mismatch ? ProblemKind.MISMATCH : ProblemKind.OUTCOME_UNKNOWN;
    return new Told(kind, kind.code(), detail, null);
  }

  private boolean write(Told told, HttpServletResponse response) {
    try {
      response.setStatus(problems.statusOf(told.kind()));
      ErrorBody body = problems.bodyOf(error(told));
      response.setContentType(body.contentType());
      response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
      if (told.retryAfter() != null) {
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds(told.retryAfter())));
      }
      response.getOutputStream().write(body.bytes());
      return true;
    } catch (IOException e) {
      LOG.debug("could not write a problem; the client has gone", e);
      return false;
    }
  }

  private static long seconds(Duration wait) {
    return Math.max(1, wait.plusMillis(999).toSeconds());
  }

  private ErrorResponseException asOfSpring(Told told, Exception failure) {
    HttpStatusCode status = HttpStatusCode.valueOf(problems.statusOf(told.kind()));
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, told.detail());
    problem.setType(URI.create(problems.typeOf(told.kind())));
    problem.setTitle(told.kind().title());
    problem.setProperty("code", told.code());
    problem.setProperty("retryable", told.kind().isRetryable());
    ErrorResponseException error = new ErrorResponseException(status, problem, failure);
    error.getHeaders().setCacheControl(CacheControl.noStore());
    if (told.retryAfter() != null) {
      error.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds(told.retryAfter())));
    }
    return error;
  }

  private FilterError error(Told told) {
    return new FilterError(
        told.kind(),
        problems.statusOf(told.kind()),
        told.code(),
        told.detail(),
        told.retryAfter() == null ? 0 : seconds(told.retryAfter()),
        problems.typeOf(told.kind()),
        problems.docs());
  }
}
