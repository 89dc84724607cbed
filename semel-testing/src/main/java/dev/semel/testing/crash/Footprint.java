package dev.semel.testing.crash;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is in the tables, and what was done to them so far. Two trials of the same work must add the
 * same to it.
 *
 * @param rows how many there are, by table
 * @param changed how often rows were changed, by table
 * @param removed how many rows were removed, by table
 */
record Footprint(Map<String, Long> rows, Map<String, Long> changed, Map<String, Long> removed) {
  Growth since(Footprint before) {
    return new Growth(
        added(rows, before.rows), added(changed, before.changed), added(removed, before.removed));
  }

  private static Map<String, Long> added(Map<String, Long> now, Map<String, Long> before) {
    Map<String, Long> added = new TreeMap<>();
    Set<String> names = new TreeSet<>(now.keySet());
    names.addAll(before.keySet());
    for (String name : names) {
      long difference = now.getOrDefault(name, 0L) - before.getOrDefault(name, 0L);
      if (difference != 0) {
        added.put(name, difference);
      }
    }
    return added;
  }
}
