package dev.semel.demo.problems;

import dev.semel.RejectedException;
import dev.semel.Rejection;
import dev.semel.demo.broker.NoBrokerException;
import dev.semel.demo.input.InvalidInputException;
import dev.semel.http.Idempotency;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/**
 * Says in a problem document why a request was refused. Failures of the database are not for it:
 * they go through to the idempotency filter, which rolls back and knows whether to try again.
 */
@RestControllerAdvice
@Order(Problems.ORDER)
class Problems {
  /** In front of Spring's own handler, which knows less of what is wrong. */
  static final int ORDER = -1;

  private static final String TYPE_PREFIX = "urn:semel:demo:problem:";

  /** The business said no. The filter rolls back and keeps the answer. */
  @ExceptionHandler
  ProblemDetail refused(RejectedException rejected) {
    Rejection rejection = rejected.rejection();
    Refusal refusal = Refusal.valueOf(rejection.code());
    return problem(refusal.status(), refusal.name(), refusal.title(), rejection.detail());
  }

  /** Nothing is kept, also if the handler found it out: the key may come with a better body. */
  @ExceptionHandler
  ProblemDetail invalid(InvalidInputException invalid, HttpServletRequest request) {
    Idempotency.transientAnswer(request);
    return invalid(invalid.field(), String.valueOf(invalid.getMessage()));
  }

  /** No handler was reached, and so nothing is kept. */
  @ExceptionHandler
  ProblemDetail unreadable(HttpMessageNotReadableException unreadable) {
    InvalidInputException cause = invalidInput(unreadable);
    return cause == null
        ? invalid("body", "the body is not the JSON object that is expected; see /openapi.json")
        : invalid(cause.field(), String.valueOf(cause.getMessage()));
  }

  @ExceptionHandler
  ProblemDetail mistyped(MethodArgumentTypeMismatchException mistyped) {
    return invalid(
        mistyped.getName(), mistyped.getName() + " is not of the expected form; see /openapi.json");
  }

  /** Nothing is kept, and a command's key may be used again. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> away(NoBrokerException none) {
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(
            problem(
                HttpStatus.SERVICE_UNAVAILABLE,
                "BROKER_AWAY",
                "The broker is away",
                String.valueOf(none.getMessage())));
  }

  private static @Nullable InvalidInputException invalidInput(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidInputException invalid) {
        return invalid;
      }
    }
    return null;
  }

  private static ProblemDetail invalid(String field, String detail) {
    ProblemDetail problem =
        problem(HttpStatus.BAD_REQUEST, "INVALID_REQUEST", "The request makes no sense", detail);
    problem.setProperty("field", field);
    return problem;
  }

  static ProblemDetail problem(HttpStatus status, String code, String title, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setType(URI.create(TYPE_PREFIX + code.toLowerCase(Locale.ROOT).replace('_', '-')));
    problem.setTitle(title);
    problem.setProperty("code", code);
    problem.setProperty("retryable", status.is5xxServerError());
    return problem;
  }
}
