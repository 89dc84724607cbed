package dev.semel.bench.report;

import java.util.Locale;

/** What a ratio should be at least. */
public record Target(double atLeast) {

  /** The target and whether it was met, in words. */
  public String judge(double ratio) {
    String verdict = ratio >= atLeast ? "met" : "missed";
    return String.format(Locale.ROOT, "≥ %.2f: %s", atLeast, verdict);
  }
}
