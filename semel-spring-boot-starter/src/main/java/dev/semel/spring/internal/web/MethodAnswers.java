package dev.semel.spring.internal.web;

import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.UnansweredException;
import dev.semel.http.Idempotency;
import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Words what a method that is a command told its controller, where the controller says nothing of
 * its own: a problem of the same kinds as the filter's. The last of those who look at exceptions,
 * so that every handler of the application comes first.
 */
public final class MethodAnswers implements HandlerExceptionResolver, Ordered {
  private static final Logger LOG = LoggerFactory.getLogger(MethodAnswers.class);

  private final ProblemSettings problems;
  private final JsonMapper json = JsonMapper.builder().build();

  public MethodAnswers(ProblemSettings problems) {
    this.problems = problems;
  }

  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
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
    Told told = told(request, failure);
    if (told == null || response.isCommitted()) {
      return null;
    }
    if (isOfTheMoment(told.kind())) {
      // It is about this moment, so no answer to the command that the request itself may be; what a
      // leased handler did before it came to this cannot be undone.
      Idempotency.failedAnswer(request);
    }
    return write(told, response) ? new ModelAndView() : null;
  }

  private static boolean isOfTheMoment(ProblemKind kind) {
    return kind == ProblemKind.IN_PROGRESS || kind == ProblemKind.OUTCOME_UNKNOWN;
  }

  /** On a protected route the filter words a no itself, and keeps it. */
  private static @Nullable Told told(HttpServletRequest request, Exception failure) {
    if (failure instanceof RejectedException no && Idempotency.intentOf(request) == null) {
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
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
      if (told.retryAfter() != null) {
        long seconds = Math.max(1, told.retryAfter().plusMillis(999).toSeconds());
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
      }
      response.getOutputStream().write(json.writeValueAsBytes(body(told)));
      return true;
    } catch (IOException e) {
      LOG.debug("could not write a problem; the client has gone", e);
      return false;
    }
  }

  private ObjectNode body(Told told) {
    return json.createObjectNode()
        .put("type", problems.typeOf(told.kind()))
        .put("title", told.kind().title())
        .put("status", problems.statusOf(told.kind()))
        .put("detail", told.detail())
        .put("code", told.code())
        .put("retryable", told.kind().isRetryable());
  }
}
