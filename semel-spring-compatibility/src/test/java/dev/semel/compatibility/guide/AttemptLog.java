package dev.semel.compatibility.guide;

import dev.semel.spring.OutsideCommand;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** A log that keeps attempts that failed. */
@Service
class AttemptLog {
  private final Attempts attempts;

  AttemptLog(Attempts attempts) {
    this.attempts = attempts;
  }

  // snippet: jpa-outside-command
  @OutsideCommand
  @Transactional(propagation = Propagation.REQUIRES_NEW)
  public void recordAttempt(String user, String action) {
    attempts.save(new Attempt(user, action));
  }
  // end snippet
}
