package dev.semel.testing.http;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What the checks found, in their order. Its text has one line per check and names what was
 * skipped, and why. Immutable.
 */
public record ConformanceReport(List<Result> results) {
  public ConformanceReport {
    results = List.copyOf(results);
  }

  /** Whether a check held. */
  public enum Status {
    PASSED,
    FAILED,
    SKIPPED
  }

  /**
   * What one check found.
   *
   * @param detail what was wrong, or why it was skipped; empty if it passed
   */
  public record Result(ConformanceCheck check, Status status, String detail) {
    static Result passed(ConformanceCheck check) {
      return new Result(check, Status.PASSED, "");
    }

    @Override
    public String toString() {
      String line = "%s %s: %s".formatted(status, check, check.description());
      return detail.isEmpty() ? line : line + " (" + detail + ")";
    }
  }

  /** Returns the checks with this status. */
  public List<ConformanceCheck> checks(Status status) {
    return results.stream().filter(r -> r.status() == status).map(Result::check).toList();
  }

  @Override
  public String toString() {
    return results.stream().map(Result::toString).collect(Collectors.joining("\n"));
  }
}
