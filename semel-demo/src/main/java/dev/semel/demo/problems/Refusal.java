package dev.semel.demo.problems;

import dev.semel.RejectedException;
import org.springframework.http.HttpStatus;

/**
 * What the business says no to. A refusal rolls the command back and is stored with its key, so
 * that a retry is told the same; another command is judged anew.
 */
public enum Refusal {
  NO_SUCH_CASE(HttpStatus.NOT_FOUND, "There is no such case"),
  NO_SUCH_OFFICER(HttpStatus.NOT_FOUND, "There is no such officer"),
  CASE_STATE_CONFLICT(HttpStatus.CONFLICT, "The case's state does not allow it"),
  CASE_CHANGED(HttpStatus.CONFLICT, "The case has changed since you looked"),
  CASE_ALREADY_ASSIGNED(HttpStatus.CONFLICT, "Another officer has the case"),
  OFFICER_AT_CAPACITY(HttpStatus.CONFLICT, "The officer has no room for another case"),
  TIMER_RUNS_ALREADY(HttpStatus.CONFLICT, "A timer of this type is running"),
  SOURCE_OPERATION_USED(HttpStatus.CONFLICT, "The source operation was posted with other figures"),
  NO_SUCH_STORM(HttpStatus.NOT_FOUND, "There is no such storm"),
  STORM_RUNNING(HttpStatus.CONFLICT, "A storm is running");

  private final HttpStatus status;
  private final String title;

  Refusal(HttpStatus status, String title) {
    this.status = status;
    this.title = title;
  }

  public HttpStatus status() {
    return status;
  }

  public String title() {
    return title;
  }

  /** The exception to throw; the detail says what is the matter and what to do. */
  public RejectedException because(String detail) {
    return new RejectedException(name(), detail);
  }
}
