package dev.semel.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A Markdown table that is also readable as plain text: columns are padded, numbers stand right.
 * For one thread.
 */
public final class Table {
  private final List<String> columns;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... columns) {
    this.columns = List.of(columns);
  }

  /** An empty one. */
  public static Table of(List<String> columns) {
    return new Table(columns.toArray(String[]::new));
  }

  public void row(String... cells) {
    row(List.of(cells));
  }

  public void row(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "the table has %d columns, the row %d", columns.size(), cells.size()));
    }
    rows.add(List.copyOf(cells));
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    lines.add(line(columns));
    lines.add(rule());
    rows.forEach(row -> lines.add(line(row)));
    return String.join("\n", lines) + "\n";
  }

  private String line(List<String> cells) {
    List<String> padded = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      padded.add(pad(cells.get(i), i));
    }
    return "| " + String.join(" | ", padded) + " |";
  }

  private String pad(String cell, int column) {
    String space = " ".repeat(width(column) - cell.length());
    return isNumeric(column) ? space + cell : cell + space;
  }

  private String rule() {
    List<String> dashes = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String line = "-".repeat(width(i) + 1);
      dashes.add(isNumeric(i) ? line + ":" : line + "-");
    }
    return "|" + String.join("|", dashes) + "|";
  }

  private int width(int column) {
    int width = columns.get(column).length();
    for (List<String> row : rows) {
      width = Math.max(width, row.get(column).length());
    }
    return width;
  }

  private boolean isNumeric(int column) {
    return rows.stream().allMatch(row -> row.get(column).matches("[-+0-9.,–]*"));
  }
}
