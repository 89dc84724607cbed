package dev.semel.postgres.relay;

import dev.semel.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The sequences besides that of the outbox. Logical replication copies rows and leaves sequences
 * behind: new decisions would be refused as duplicates, and new messages of an inbox would be
 * applied before older ones.
 */
final class OtherSequences {
  private final RelayParts parts;
  private final List<Sequence> sequences;

  OtherSequences(RelayParts parts) {
    this.parts = parts;
    this.sequences =
        List.of(
            new Sequence(parts, "relay_decision", "id"),
            new Sequence(parts, "inbox_message", "seq"));
  }

  /** The statements about one sequence. */
  private record Sequence(NamedSql permitted, NamedSql lock, NamedSql advance) {
    Sequence(RelayParts parts, String table, String column) {
      this(
          sql(
              parts,
              """
              SELECT has_table_privilege('${schema}.${table}', 'SELECT')
                 AND has_table_privilege('${schema}.${table}', 'DELETE')
                 AND has_sequence_privilege('${schema}.${table}_${column}_seq', 'UPDATE')
                 AND has_sequence_privilege('${schema}.${table}_${column}_seq', 'SELECT')
              """,
              table,
              column),
          sql(parts, "LOCK TABLE ${schema}.${table} IN SHARE ROW EXCLUSIVE MODE", table, column),
          sql(
              parts,
              """
              SELECT setval('${schema}.${table}_${column}_seq', top.value)
              FROM ${schema}.${table}_${column}_seq AS q,
                   (SELECT max(t.${column}) FROM ${schema}.${table} AS t) AS top (value)
              WHERE top.value > CASE WHEN q.is_called THEN q.last_value ELSE 0 END
              """,
              table,
              column));
    }

    private static NamedSql sql(RelayParts parts, String text, String table, String column) {
      return parts.sql(text.replace("${table}", table).replace("${column}", column));
    }
  }

  /** Sets each sequence that the role may change to the greatest value in use. */
  void advance() {
    for (Sequence sequence : sequences) {
      parts.transacted(
          "advance a sequence",
          connection -> {
            if (isPermitted(connection, sequence)) {
              execute(connection, sequence.lock());
              execute(connection, sequence.advance());
            }
            return true;
          });
    }
  }

  private static boolean isPermitted(Connection connection, Sequence sequence) throws SQLException {
    try (NamedSql.Bound bound = sequence.permitted().prepare(connection);
        ResultSet row = bound.statement().executeQuery()) {
      row.next();
      return row.getBoolean(1);
    }
  }

  private static void execute(Connection connection, NamedSql statement) throws SQLException {
    try (NamedSql.Bound bound = statement.prepare(connection)) {
      bound.statement().execute();
    }
  }
}
