package dev.semel.testing.crash;

import java.util.ArrayList;
import java.util.List;

/** What happened in a trial, in the order of time. Safe for use by several threads. */
final class Script {
  private final List<Line> lines = new ArrayList<>();

  /**
   * One thing that happened.
   *
   * @param first the number of the attempt, and of the last in a row that ended alike; 0 if it is
   *     about no numbered attempt
   */
  private record Line(String text, int first, int last) {
    @Override
    public String toString() {
      if (first == 0) {
        return text;
      }
      String attempts =
          first == last ? "attempt " + first : "attempts %d to %d".formatted(first, last);
      return attempts + ": " + text;
    }
  }

  synchronized void add(String line) {
    lines.add(new Line(line, 0, 0));
  }

  /** How an attempt ended. Those in a row that ended alike are one line. */
  synchronized void add(int number, Attempt attempt) {
    String text = attempt.toString();
    Line before = lines.isEmpty() ? null : lines.get(lines.size() - 1);
    if (before != null && before.last == number - 1 && before.text.equals(text)) {
      lines.set(lines.size() - 1, new Line(text, before.first, number));
    } else {
      lines.add(new Line(text, number, number));
    }
  }

  synchronized List<String> lines() {
    return lines.stream().map(Line::toString).toList();
  }
}
