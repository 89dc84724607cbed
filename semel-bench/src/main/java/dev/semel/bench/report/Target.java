package dev.semel.bench.report;

import java.util.Locale;

/** What a ratio should be: at least, or at most, so much. */
public record Target(boolean upwards, double limit) {

  public static Target atLeast(double limit) {
    return new Target(true, limit);
  }

  public static Target atMost(double limit) {
    return new Target(false, limit);
  }

  /** Whether a ratio is good enough. */
  public boolean isMet(double ratio) {
    return upwards ? ratio >= limit : ratio <= limit;
  }

  /** The target and whether it was met, in words. */
  public String judge(double ratio) {
    return String.format(
        Locale.ROOT, "%s %.2f: %s", upwards ? "≥" : "≤", limit, isMet(ratio) ? "met" : "missed");
  }
}
