package dev.semel.postgres;

import dev.semel.inbox.spi.InboxSettlement;
import dev.semel.inbox.spi.SettledMessage;
import dev.semel.inbox.spi.VersionChange;
import dev.semel.jdbc.NamedSql;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The last flight of a batch: whole statements, one after the other, only those that have something
 * to do. Each combination is made when it is needed first. Safe for use by several threads.
 */
final class InboxFlights {
  /** What a flight may do, in the order it does it. */
  enum Part {
    AUDIT,
    EVENTS,
    MARKERS,
    NEW_MESSAGES,
    HELD_MESSAGES,
    EXPIRY,
    BEGUN_VERSIONS,
    MOVED_VERSIONS,
    RELEASE,
    VIOLATIONS
  }

  /** Which statements a flight has. */
  record Shape(Set<Part> parts, SettleSql.End end) {
    static Shape of(InboxSettlement settlement, SettleSql.End end) {
      Set<Part> parts = EnumSet.noneOf(Part.class);
      addIf(parts, Part.AUDIT, !settlement.audit().isEmpty());
      addIf(parts, Part.EVENTS, !settlement.events().isEmpty());
      addIf(parts, Part.VIOLATIONS, !settlement.violations().isEmpty());
      settlement.messages().forEach(message -> parts.addAll(partsOf(message)));
      settlement.versions().forEach(change -> parts.addAll(partsOf(change)));
      return new Shape(parts, end);
    }

    private static void addIf(Set<Part> parts, Part part, boolean needed) {
      if (needed) {
        parts.add(part);
      }
    }

    private static Set<Part> partsOf(SettledMessage message) {
      if (message.fence() == null) {
        return message.state().isOver()
            ? EnumSet.of(Part.MARKERS)
            : EnumSet.of(Part.MARKERS, Part.NEW_MESSAGES);
      }
      return message.state().isOver()
          ? EnumSet.of(Part.HELD_MESSAGES, Part.EXPIRY)
          : EnumSet.of(Part.HELD_MESSAGES);
    }

    private static Set<Part> partsOf(VersionChange change) {
      return change.expected() == null
          ? EnumSet.of(Part.BEGUN_VERSIONS, Part.RELEASE)
          : EnumSet.of(Part.MOVED_VERSIONS, Part.RELEASE);
    }

    /** The place of a statement in the flight. */
    int placeOf(Part wanted) {
      return (int) parts.stream().filter(part -> part.compareTo(wanted) < 0).count();
    }
  }

  private final Map<Part, String> statements = new EnumMap<>(Part.class);
  private final ConcurrentMap<Shape, NamedSql> flights = new ConcurrentHashMap<>();

  InboxFlights(InboxSql sql) {
    statements.put(Part.AUDIT, sql.insertAudit);
    statements.put(Part.EVENTS, sql.insertEvents);
    statements.put(Part.MARKERS, sql.insertMarkers);
    statements.put(Part.NEW_MESSAGES, sql.insertMessages);
    statements.put(Part.HELD_MESSAGES, sql.settleMessages);
    statements.put(Part.EXPIRY, sql.expireMarkers);
    statements.put(Part.BEGUN_VERSIONS, sql.insertVersions);
    statements.put(Part.MOVED_VERSIONS, sql.updateVersions);
    statements.put(Part.RELEASE, sql.release);
    statements.put(Part.VIOLATIONS, sql.insertViolations);
  }

  NamedSql flight(Shape shape) {
    return flights.computeIfAbsent(shape, this::make);
  }

  private NamedSql make(Shape shape) {
    List<String> flight = new ArrayList<>();
    for (Part part : shape.parts()) {
      flight.add(Objects.requireNonNull(statements.get(part)));
    }
    if (shape.end() == SettleSql.End.COMMIT) {
      flight.add("COMMIT");
    }
    if (shape.end() == SettleSql.End.JOINED) {
      flight.add("RELEASE SAVEPOINT " + AttemptTransaction.SAVEPOINT);
    }
    return NamedSql.of(String.join(";\n", flight));
  }
}
