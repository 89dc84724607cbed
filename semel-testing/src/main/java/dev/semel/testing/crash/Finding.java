package dev.semel.testing.crash;

import java.util.List;

/**
 * Something that went wrong for good.
 *
 * @param step where the fault struck
 * @param fault what struck
 * @param key what the trial's attempts were known by
 * @param problem of what kind it is
 * @param detail what was seen
 * @param cause what it most likely comes from, and what to do
 * @param script what happened, attempt by attempt
 */
public record Finding(
    Step step,
    CrashFault fault,
    String key,
    Problem problem,
    String detail,
    String cause,
    List<String> script) {
  public Finding {
    script = List.copyOf(script);
  }
}
