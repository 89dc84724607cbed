package dev.semel.demo.timers;

import dev.semel.demo.cases.Decision;
import dev.semel.demo.input.Input;

/**
 * Stop a timer.
 *
 * @param reason for the record
 */
public record StopTimer(String reason) {
  public StopTimer {
    reason = Input.text("reason", reason, Decision.MAX_REASON_CHARACTERS);
  }
}
