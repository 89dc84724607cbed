package dev.semel.compatibility;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** How the application answers errors. */
@RestControllerAdvice
class Errors {
  @ExceptionHandler
  ProblemDetail duplicate(DataIntegrityViolationException failure) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "this exists already");
  }

  @ExceptionHandler
  ProblemDetail stale(OptimisticLockingFailureException failure) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "somebody was faster");
  }

  @ExceptionHandler
  ProblemDetail refused(RefusedException failure) {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.UNPROCESSABLE_CONTENT, String.valueOf(failure.getMessage()));
  }
}
