package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves a row from one state to another by compare-and-set, and says what was the matter when it
 * did not move: already there, in a state that does not allow it, changed since the caller looked,
 * or gone.
 *
 * <pre>{@code
 * static final GuardedTransition APPROVE =
 *     GuardedTransition.updating("""
 *             UPDATE cases SET state = 'APPROVED', version = version + 1
 *             WHERE id = :id AND state IN ('OPEN', 'ESCALATED')
 *             """)
 *         .reading("SELECT state, version FROM cases WHERE id = :id")
 *         .from("OPEN", "ESCALATED")
 *         .to("APPROVED");
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class GuardedTransition {
  private static final int MAX_ROUNDS = 3;
  private static final String EXPECTED_VERSION = "expectedVersion";

  private final NamedSql update;
  private final NamedSql read;
  private final Set<String> from;
  private final String to;

  private GuardedTransition(NamedSql update, NamedSql read, Set<String> from, String to) {
    this.update = update;
    this.read = read;
    this.from = from;
    this.to = to;
  }

  /** What became of it. Exactly one of these. */
  public sealed interface Result {
    /** It moved. */
    record Applied() implements Result {}

    /** It was in the wanted state before; nothing changed. */
    record AlreadyThere() implements Result {}

    /** Its state does not allow the transition; nothing changed. */
    record Incompatible(String state) implements Result {}

    /** Its version is not the one the caller saw; nothing changed. */
    record Stale(long version) implements Result {}

    /** Others changed it again and again while we tried; nothing changed. Try again. */
    record LostRace() implements Result {}

    /** There is no such row. */
    record Missing() implements Result {}

    default boolean isApplied() {
      return this instanceof Applied;
    }
  }

  /**
   * An UPDATE of one row that guards itself by state, and by {@code version = :expectedVersion} if
   * it has that parameter.
   */
  public static Updating updating(String sql) {
    return new Updating(NamedSql.of(sql));
  }

  /** The UPDATE. */
  public record Updating(NamedSql update) {
    /**
     * A SELECT of the row's state, and of its version as a second column if the UPDATE guards it.
     */
    public Reading reading(String sql) {
      return new Reading(update, NamedSql.of(sql));
    }
  }

  /** Both statements. */
  public record Reading(NamedSql update, NamedSql read) {
    public From from(String... states) {
      return new From(update, read, Set.of(states));
    }
  }

  /** Both statements and where it may start. */
  public record From(NamedSql update, NamedSql read, Set<String> states) {
    public GuardedTransition to(String state) {
      return new GuardedTransition(update, read, states, state);
    }
  }

  private record Current(String state, long version) {}

  public Result run(Connection connection, Map<String, ?> values) throws SQLException {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      if (updated(connection, values)) {
        return new Result.Applied();
      }
      Current current = current(connection, values);
      Result refusal = current == null ? new Result.Missing() : refusal(current, values);
      if (refusal != null) {
        return refusal;
      }
    }
    return new Result.LostRace();
  }

  private boolean updated(Connection connection, Map<String, ?> values) throws SQLException {
    try (NamedSql.Bound bound = update.prepare(connection).setAll(values)) {
      int rows = bound.statement().executeUpdate();
      if (rows > 1) {
        throw new IllegalStateException(
            "a guarded transition moved %d rows; its WHERE must name one".formatted(rows));
      }
      return rows == 1;
    }
  }

  private @Nullable Current current(Connection connection, Map<String, ?> values)
      throws SQLException {
    Map<String, Object> key = new HashMap<>(values);
    key.keySet().retainAll(read.parameters());
    try (NamedSql.Bound bound = read.prepare(connection).setAll(key);
        ResultSet rows = bound.statement().executeQuery()) {
      if (!rows.next()) {
        return null;
      }
      boolean versioned = update.parameters().contains(EXPECTED_VERSION);
      return new Current(rows.getString(1), versioned ? rows.getLong(2) : 0);
    }
  }

  /** Why it did not move; null if by now it could, because somebody changed it in between. */
  private @Nullable Result refusal(Current current, Map<String, ?> values) {
    if (current.state().equals(to)) {
      return new Result.AlreadyThere();
    }
    if (!from.contains(current.state())) {
      return new Result.Incompatible(current.state());
    }
    Object expected = values.get(EXPECTED_VERSION);
    if (expected instanceof Number version && version.longValue() != current.version()) {
      return new Result.Stale(current.version());
    }
    return null;
  }
}
