package dev.semel.demo.storm;

import dev.semel.demo.storm.Counters.Counts;
import java.util.ArrayList;
import java.util.List;

/** The counts over time, for a chart. Safe for use by many threads. */
final class Series {
  /** When there are as many, every other one is dropped. */
  static final int MAX_POINTS = 300;

  private final List<Point> points = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();

  /** All numbers grow only. */
  record Point(
      long millis, long attempts, long effects, long replays, long conflicts, long retries) {}

  /** A fault that is rare enough to be marked in a chart. */
  record Fault(long millis, String kind) {}

  synchronized void add(long millis, Counts counts) {
    if (points.size() >= MAX_POINTS) {
      thinOut();
    }
    points.add(
        new Point(
            millis,
            counts.attempts(),
            counts.effects(),
            counts.replays(),
            counts.conflicts(),
            counts.retries()));
  }

  private void thinOut() {
    for (int i = points.size() - 2; i > 0; i -= 2) {
      points.remove(i);
    }
  }

  synchronized void addFault(long millis, String kind) {
    faults.add(new Fault(millis, kind));
  }

  synchronized List<Point> points() {
    return List.copyOf(points);
  }

  synchronized List<Fault> faults() {
    return List.copyOf(faults);
  }
}
