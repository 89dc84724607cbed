package dev.semel.testing.crash;

import dev.semel.testing.postgres.PostgresDatabase;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How many rows each table has. Two trials of the same work must make all tables grow alike.
 *
 * @param rows by table
 */
record TableSizes(Map<String, Long> rows) {
  private static final String TABLES =
      """
      SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1
      """;

  static TableSizes of(PostgresDatabase database, Set<String> ignored) {
    List<String> tables =
        database.query(TABLES).stream()
            .map(row -> String.valueOf(row.get("name")))
            .filter(name -> !ignored.contains(name))
            .toList();
    if (tables.isEmpty()) {
      return new TableSizes(Map.of());
    }
    String counts =
        tables.stream()
            .map(table -> "SELECT '%s' AS name, count(*) AS rows FROM %s".formatted(table, table))
            .collect(Collectors.joining(" UNION ALL "));
    Map<String, Long> rows = new TreeMap<>();
    database
        .query(counts)
        .forEach(row -> rows.put(String.valueOf(row.get("name")), (Long) row.get("rows")));
    return new TableSizes(rows);
  }

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
