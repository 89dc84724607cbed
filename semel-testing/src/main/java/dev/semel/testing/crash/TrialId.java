package dev.semel.testing.crash;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a trial, so that it can be repeated.
 *
 * @param seed of the exploration
 * @param step its number
 */
record TrialId(long seed, int step, CrashFault fault) {
  private static final Pattern TEXT = Pattern.compile("(-?\\d+):(\\d{1,9}):([A-Z_]+)");

  /** Reads what {@link #toString} has written. */
  static TrialId parse(String text) {
    Matcher parts = TEXT.matcher(text.strip());
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "'%s' names no trial; copy it from a report: seed:step:FAULT".formatted(text));
    }
    return new TrialId(
        Long.parseLong(group(parts, 1)),
        Integer.parseInt(group(parts, 2)),
        CrashFault.valueOf(group(parts, 3)));
  }

  private static String group(Matcher parts, int number) {
    return Objects.requireNonNull(parts.group(number));
  }

  /** What the handler is given, the same each time. */
  String key() {
    return "trial-%s-%d-%s"
        .formatted(
            Long.toHexString(seed), step, fault.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** A line of a report. */
  String howToRepeat() {
    return "   again: .seed(%dL).only(%d, CrashFault.%s)".formatted(seed, step, fault);
  }

  @Override
  public String toString() {
    return "%d:%d:%s".formatted(seed, step, fault);
  }
}
