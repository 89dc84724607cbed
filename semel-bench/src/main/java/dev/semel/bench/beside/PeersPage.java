package dev.semel.bench.beside;

import dev.semel.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What all cells say together, as Markdown that is readable as plain text. */
final class PeersPage {
  private static final String NO_FEATURE = "–";

  private final List<Entry> entries;
  private final List<Cell> cells;
  private final List<Absent> absent;

  /**
   * @param absent those who would not run, beside those that never do
   */
  PeersPage(List<Entry> entries, List<Cell> cells, List<Absent> absent) {
    this.entries = List.copyOf(entries);
    this.cells = List.copyOf(cells);
    this.absent = List.copyOf(absent);
  }

  /** All tables. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("\n### At a glance\n\n").append(overview());
    for (Plight plight : Plight.values()) {
      List<Cell> inIt = cells.stream().filter(cell -> cell.plight() == plight).toList();
      if (!inIt.isEmpty()) {
        text.append("\n### ").append(plight.title()).append("\n\n");
        text.append(plight.steps()).append("\n\n").append(details(inIt));
      }
    }
    text.append("\n### Used as\n\n").append(uses());
    text.append("\n### Not run here\n\n").append(absent());
    return text.toString();
  }

  private Table overview() {
    List<String> columns = new ArrayList<>(List.of("library"));
    for (Plight plight : Plight.values()) {
      columns.add(plight.word());
    }
    Table table = Table.of(columns);
    for (Library library : Library.values()) {
      if (entries.stream().anyMatch(entry -> entry.library() == library)) {
        table.row(overviewRow(library));
      }
    }
    return table;
  }

  private List<String> overviewRow(Library library) {
    List<String> row = new ArrayList<>(List.of(library.title()));
    for (Plight plight : Plight.values()) {
      row.add(
          cells.stream()
              .filter(cell -> cell.entry().library() == library && cell.plight() == plight)
              .map(Cell::summary)
              .distinct()
              .collect(
                  Collectors.collectingAndThen(
                      Collectors.joining("; "), all -> all.isEmpty() ? NO_FEATURE : all)));
    }
    return row;
  }

  private static Table details(List<Cell> cells) {
    Table table =
        Table.of(List.of("library", "use", "effects", "lost", "callers were told", "seen"));
    for (Cell cell : cells) {
      table.row(
          List.of(
              cell.entry().library().title(),
              cell.entry().name(),
              Long.toString(cell.effects()),
              Long.toString(cell.lost()),
              String.join(" · ", cell.told()),
              cell.note()));
    }
    return table;
  }

  private Table uses() {
    Table table = Table.of(List.of("library", "version", "use", "as"));
    for (Entry entry : entries) {
      table.row(
          List.of(entry.library().title(), entry.library().version(), entry.name(), entry.use()));
    }
    return table;
  }

  private Table absent() {
    Table table = Table.of(List.of("library", "why"));
    Stream.concat(absent.stream(), Absent.always().stream())
        .forEach(library -> table.row(List.of(library.title(), library.reason())));
    return table;
  }
}
