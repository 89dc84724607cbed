package dev.semel.jdbc;

import dev.semel.SemelException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a row that is unique by its business key, or finds the one that is there, and tells which.
 * There is no read before the write, so no race, and no update that changes nothing. It survives a
 * new idempotency key: whatever key the caller uses, the business key decides.
 *
 * <pre>{@code
 * static final InsertOrFind<Long> COMPLAINT_CASE =
 *     InsertOrFind.inserting("""
 *             INSERT INTO complaint_case (tenant, source, complaint) VALUES (:tenant, :source, :complaint)
 *             ON CONFLICT (tenant, source, complaint) DO NOTHING RETURNING id
 *             """)
 *         .finding("""
 *             SELECT id FROM complaint_case
 *             WHERE tenant = :tenant AND source = :source AND complaint = :complaint
 *             """)
 *         .reading(row -> row.getLong(1));
 * }</pre>
 *
 * <p>At REPEATABLE READ and above a row committed since the transaction began makes the database
 * raise a serialization failure, and the whole transaction is run again. Immutable and safe for
 * several threads.
 *
 * @param <V> what is read of the row
 */
public final class InsertOrFind<V> {
  /** A row can be removed between the insert and the look; so often it is tried again. */
  private static final int MAX_ROUNDS = 5;

  private final NamedSql insert;
  private final NamedSql find;
  private final RowReader<V> reader;

  private InsertOrFind(NamedSql insert, NamedSql find, RowReader<V> reader) {
    this.insert = insert;
    this.find = find;
    this.reader = reader;
  }

  /** Reads what is wanted of a row; the cursor stands on it. */
  @FunctionalInterface
  public interface RowReader<V> {
    V read(ResultSet row) throws SQLException;
  }

  /** Created or found. */
  public sealed interface Presence<V> {
    V value();

    /** It was not there; it is now, if the transaction commits. */
    record Created<V>(V value) implements Presence<V> {}

    /** It was there. */
    record Found<V>(V value) implements Presence<V> {}

    default boolean isCreated() {
      return this instanceof Created;
    }
  }

  /** An INSERT that does nothing on conflict and returns the row otherwise. */
  public static Inserting inserting(String sql) {
    return new Inserting(NamedSql.of(sql));
  }

  /** The first half. */
  public record Inserting(NamedSql insert) {
    /**
     * A SELECT of the same columns by the business key; it may use any of the INSERT's parameters.
     */
    public Finding finding(String sql) {
      NamedSql find = NamedSql.of(sql);
      if (!insert.parameters().containsAll(find.parameters())) {
        throw new IllegalArgumentException(
            "the SELECT uses %s, the INSERT only has %s"
                .formatted(find.parameters(), insert.parameters()));
      }
      return new Finding(insert, find);
    }
  }

  /** Both statements. */
  public record Finding(NamedSql insert, NamedSql find) {
    public <V> InsertOrFind<V> reading(RowReader<V> reader) {
      return new InsertOrFind<>(insert, find, reader);
    }
  }

  public Presence<V> run(Connection connection, Map<String, ?> values) throws SQLException {
    Map<String, Object> key = new HashMap<>(values);
    key.keySet().retainAll(find.parameters());
    for (int round = 0; round < MAX_ROUNDS; round++) {
      V created = firstRow(connection, insert, values);
      if (created != null) {
        return new Presence.Created<>(created);
      }
      V found = firstRow(connection, find, key);
      if (found != null) {
        return new Presence.Found<>(found);
      }
    }
    throw new SemelException(
        "neither inserted nor found after %d rounds; do both statements use the same business key?"
            .formatted(MAX_ROUNDS));
  }

  private @Nullable V firstRow(Connection connection, NamedSql sql, Map<String, ?> values)
      throws SQLException {
    try (NamedSql.Bound bound = sql.prepare(connection).setAll(values);
        ResultSet rows = bound.statement().executeQuery()) {
      return rows.next() ? reader.read(rows) : null;
    }
  }
}
