package dev.semel.testing.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was done to the tables; those to which nothing was done are left out.
 *
 * @param rows how many more there are, by table; fewer than none where there are less
 * @param changed how often rows were changed, by table
 * @param removed how many rows were removed, by table
 */
record Growth(Map<String, Long> rows, Map<String, Long> changed, Map<String, Long> removed) {
  static final Growth NONE = new Growth(Map.of(), Map.of(), Map.of());

  boolean isEmpty() {
    return rows.isEmpty() && changed.isEmpty() && removed.isEmpty();
  }

  /** Whether anything was done that should not have been, as against not done. */
  boolean isMoreThan(Growth expected) {
    return isMore(changed, expected.changed)
        || isMore(removed, expected.removed)
        || isMore(rows, expected.rows);
  }

  /** Whether something was not done, and nothing that should not have been. */
  boolean isLessThan(Growth expected) {
    return !equals(expected) && !isMoreThan(expected);
  }

  private static boolean isMore(Map<String, Long> found, Map<String, Long> wanted) {
    return found.entrySet().stream()
        .anyMatch(entry -> isMore(entry.getValue(), wanted.getOrDefault(entry.getKey(), 0L)));
  }

  /** Fewer rows are more of what was done where rows were to be removed. */
  private static boolean isMore(long found, long wanted) {
    return wanted < 0 ? found < wanted : found > wanted;
  }

  /** In words: what was done, and what should have been. */
  String unlike(Growth expected) {
    List<String> words = new ArrayList<>(unlike("new", rows, expected.rows));
    words.addAll(unlike("changed", changed, expected.changed));
    words.addAll(unlike("removed", removed, expected.removed));
    return String.join(", ", words);
  }

  private static List<String> unlike(
      String kind, Map<String, Long> found, Map<String, Long> wanted) {
    List<String> words = new ArrayList<>();
    Set<String> tables = new TreeSet<>(found.keySet());
    tables.addAll(wanted.keySet());
    for (String table : tables) {
      long is = found.getOrDefault(table, 0L);
      long should = wanted.getOrDefault(table, 0L);
      if (is != should) {
        words.add("%s has %d %s rows instead of %d".formatted(table, is, kind, should));
      }
    }
    return words;
  }
}
