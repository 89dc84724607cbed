package dev.semel.inbox;

import java.util.List;

/**
 * What one pass over kept messages did.
 *
 * @param claimed how many messages it took
 * @param applied how many were applied
 * @param failed how many are tried again later
 * @param dead how many became dead letters
 * @param overdue parked messages whose gap was found not to have closed in time, each told once
 */
public record WorkReport(
    int claimed, int applied, int failed, int dead, List<KeptMessage> overdue) {
  public WorkReport {
    overdue = List.copyOf(overdue);
  }

  /** Whether there was nothing to do. */
  public boolean isIdle() {
    return claimed == 0;
  }
}
