package dev.semel.postgres;

import dev.semel.jdbc.NamedSql;
import dev.semel.spi.Claim;
import dev.semel.spi.Settlement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last flight of an attempt: whole statements, one after the other, only those that have
 * something to do. There is one for each combination, made when the store is made.
 */
final class SettleSql {
  /** How a flight ends. */
  enum End {
    /** The transaction is ours: commit with the same flight. */
    COMMIT,
    /** The transaction is the caller's: forget the savepoint that was set with the claim. */
    JOINED,
    /** COMMIT is sent by itself: a framework does so, or a fence has to be looked at first. */
    SEPARATE_COMMIT
  }

  /** How many rows a table gets. Most commands write one, which a plain VALUES does best. */
  enum Rows {
    NONE,
    ONE,
    MANY;

    static Rows of(List<?> rows) {
      return rows.isEmpty() ? NONE : rows.size() == 1 ? ONE : MANY;
    }

    private int statements() {
      return this == NONE ? 0 : 1;
    }
  }

  /** Which statements a flight has. */
  record Shape(Rows audit, Rows events, boolean replaces, boolean fenced, End end) {
    static Shape of(Settlement settlement, End end) {
      boolean fenced = settlement.basis() instanceof Settlement.Fenced;
      boolean replaces =
          settlement.basis() instanceof Claim.Granted granted && granted.replaces() != null;
      return new Shape(
          Rows.of(settlement.audit()),
          Rows.of(settlement.events()),
          replaces,
          fenced,
          fenced ? End.SEPARATE_COMMIT : end);
    }

    int eventsPlace() {
      return audit.statements();
    }

    int recordPlace() {
      return audit.statements() + events.statements() + (replaces ? 1 : 0);
    }
  }

  private final Map<Shape, NamedSql> flights = new HashMap<>();

  SettleSql(IntentSql sql) {
    for (End end : End.values()) {
      for (Rows audit : Rows.values()) {
        for (Rows events : Rows.values()) {
          put(sql, new Shape(audit, events, false, false, end));
          put(sql, new Shape(audit, events, true, false, end));
        }
      }
    }
    for (Rows audit : Rows.values()) {
      for (Rows events : Rows.values()) {
        put(sql, new Shape(audit, events, false, true, End.SEPARATE_COMMIT));
      }
    }
  }

  private void put(IntentSql sql, Shape shape) {
    flights.put(shape, NamedSql.of(String.join(";\n", statements(sql, shape))));
  }

  private static List<String> statements(IntentSql sql, Shape shape) {
    List<String> statements = new ArrayList<>();
    if (shape.audit() != Rows.NONE) {
      statements.add(shape.audit() == Rows.ONE ? sql.insertAuditEntry : sql.insertAuditEntries);
    }
    if (shape.events() != Rows.NONE) {
      statements.add(shape.events() == Rows.ONE ? sql.insertEvent : sql.insertEvents);
    }
    if (shape.replaces()) {
      statements.add(sql.deleteReplaced);
    }
    statements.add(shape.fenced() ? sql.completeLease : sql.insertRecord);
    if (shape.end() == End.COMMIT) {
      statements.add("COMMIT");
    }
    if (shape.end() == End.JOINED) {
      statements.add("RELEASE SAVEPOINT " + AttemptTransaction.SAVEPOINT);
    }
    return statements;
  }

  NamedSql flight(Shape shape) {
    NamedSql flight = flights.get(shape);
    if (flight == null) {
      throw new IllegalStateException("no flight of shape " + shape);
    }
    return flight;
  }
}
