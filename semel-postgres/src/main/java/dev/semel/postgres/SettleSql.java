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
    /** The fence has to be looked at before the commit. */
    FENCED
  }

  /** Which statements a flight has. */
  record Shape(boolean audit, boolean events, boolean replaces, End end) {
    static Shape of(Settlement settlement, boolean joined) {
      boolean fenced = settlement.basis() instanceof Settlement.Fenced;
      boolean replaces =
          settlement.basis() instanceof Claim.Granted granted && granted.replaces() != null;
      return new Shape(
          !settlement.audit().isEmpty(),
          !settlement.events().isEmpty(),
          replaces,
          fenced ? End.FENCED : joined ? End.JOINED : End.COMMIT);
    }

    int eventsPlace() {
      return audit ? 1 : 0;
    }

    int recordPlace() {
      return (audit ? 1 : 0) + (events ? 1 : 0) + (replaces ? 1 : 0);
    }
  }

  private final Map<Shape, NamedSql> flights = new HashMap<>();

  SettleSql(IntentSql sql) {
    for (End end : End.values()) {
      for (int bits = 0; bits < 8; bits++) {
        Shape shape = new Shape((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, end);
        flights.put(shape, NamedSql.of(String.join(";\n", statements(sql, shape))));
      }
    }
  }

  private static List<String> statements(IntentSql sql, Shape shape) {
    List<String> statements = new ArrayList<>();
    if (shape.audit()) {
      statements.add(sql.insertAudit);
    }
    if (shape.events()) {
      statements.add(sql.insertEvents);
    }
    if (shape.replaces()) {
      statements.add(sql.deleteReplaced);
    }
    statements.add(shape.end() == End.FENCED ? sql.completeLease : sql.insertRecord);
    if (shape.end() == End.COMMIT) {
      statements.add("COMMIT");
    }
    if (shape.end() == End.JOINED) {
      statements.add("RELEASE SAVEPOINT " + PostgresAttempt.SAVEPOINT);
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
