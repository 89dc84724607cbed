package dev.semel.demo.timers;

import dev.semel.demo.input.Input;
import dev.semel.demo.input.InvalidInputException;

/**
 * Start an SLA timer.
 *
 * @param type of which one may run at a time
 * @param dueInHours from now
 */
public record StartTimer(TimerType type, Integer dueInHours) {
  private static final int MAX_HOURS = 8_760;

  public StartTimer {
    if (type == null) {
      throw new InvalidInputException("type", "type is missing; give " + TimerType.names());
    }
    dueInHours = Input.between("dueInHours", dueInHours, 1, MAX_HOURS);
  }
}
