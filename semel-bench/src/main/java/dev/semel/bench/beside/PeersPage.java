package dev.semel.bench.beside;

import dev.semel.bench.report.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What all cells say together, as Markdown that is readable as plain text. */
final class PeersPage {
  private static final String NOT_APPLICABLE = "–";
  private static final String NOT_TRIED = "not tried";

  private final List<Entry> entries;
  private final List<Cell> cells;

  PeersPage(List<Entry> entries, List<Cell> cells) {
    this.entries = List.copyOf(entries);
    this.cells = List.copyOf(cells);
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
    text.append("\n### Not tried, or not applicable\n\n").append(untried());
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
                      Collectors.joining("; "),
                      all -> all.isEmpty() ? sign(library, plight) : all)));
    }
    return row;
  }

  private String sign(Library library, Plight plight) {
    return entries.stream()
            .filter(entry -> entry.library() == library && !entry.plights().contains(plight))
            .anyMatch(entry -> WhyNot.of(entry, plight).isApplicable())
        ? NOT_TRIED
        : NOT_APPLICABLE;
  }

  /** A line for each reason. */
  private Table untried() {
    Map<WhyNot, Set<String>> plights = new LinkedHashMap<>();
    Map<WhyNot, Set<String>> uses = new HashMap<>();
    for (Entry entry : entries) {
      for (Plight plight : Plight.values()) {
        if (!entry.plights().contains(plight)) {
          WhyNot why = WhyNot.of(entry, plight);
          plights.computeIfAbsent(why, reason -> new LinkedHashSet<>()).add(plight.word());
          uses.computeIfAbsent(why, reason -> new LinkedHashSet<>()).add(entry.name());
        }
      }
    }
    Table table = Table.of(List.of("plight", "", "reason", "uses"));
    plights.forEach(
        (why, words) ->
            table.row(
                List.of(
                    String.join(", ", words),
                    why.isApplicable() ? NOT_TRIED : NOT_APPLICABLE,
                    why.reason(),
                    String.join(", ", uses.getOrDefault(why, Set.of())))));
    return table;
  }

  private static Table details(List<Cell> cells) {
    Table table =
        Table.of(List.of("library", "use", "effects", "lost", "callers were told", "seen"));
    for (Cell cell : cells) {
      table.row(
          List.of(
              cell.entry().library().title(),
              cell.entry().name(),
              cell.isFailure() ? "" : Long.toString(cell.effects()),
              cell.isFailure() ? "" : Long.toString(cell.lost()),
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

  private static Table absent() {
    Table table = Table.of(List.of("library", "why"));
    Absent.always().forEach(library -> table.row(List.of(library.title(), library.reason())));
    return table;
  }
}
