package dev.semel.demo.problems;

import dev.semel.spi.StoreException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Says that the database or the broker is away to whoever only wants to read. */
@RestControllerAdvice(annotations = Reading.class)
class ReadProblems {
  @ExceptionHandler({
    DataAccessResourceFailureException.class,
    StoreException.class,
    TransactionException.class,
    TransientDataAccessException.class
  })
  ResponseEntity<ProblemDetail> away() {
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(
            Problems.problem(
                HttpStatus.SERVICE_UNAVAILABLE,
                "DATABASE_AWAY",
                "The database is away",
                "it is stopping, starting or gone; ask again in a moment"));
  }
}
