package dev.semel.testing.crash;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How many rows each table has. Two trials of the same work must make all tables grow alike.
 *
 * @param rows by table
 */
record TableSizes(Map<String, Long> rows) {
  /** By how much each table has grown since then; those that have not are left out. */
  Map<String, Long> growthSince(TableSizes before) {
    Map<String, Long> growth = new TreeMap<>();
    Set<String> names = new TreeSet<>(rows.keySet());
    names.addAll(before.rows.keySet());
    for (String name : names) {
      long grown = rows.getOrDefault(name, 0L) - before.rows.getOrDefault(name, 0L);
      if (grown != 0) {
        growth.put(name, grown);
      }
    }
    return growth;
  }
}
