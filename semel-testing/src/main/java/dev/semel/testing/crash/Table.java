package dev.semel.testing.crash;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of the database that is explored.
 *
 * @param name with its schema, quoted where it must be
 * @param ofSemel whether it is one of Semel's own
 * @param watched whether its changes are counted
 */
record Table(String name, boolean ofSemel, boolean watched) {
  /** All that migrations make, in a schema that has the first two of them. */
  static final List<String> OF_SEMEL =
      List.of(
          "intent",
          "outbox",
          "audit",
          "inbox",
          "inbox_message",
          "inbox_version",
          "inbox_violation",
          "migration",
          "recovery",
          "relay_decision",
          "relay_held",
          "relay_node",
          "relay_shard",
          "relay_stream",
          "webhook_endpoint",
          "webhook_failing");

  /** Partitions are part of their table, and have its triggers. */
  private static final String ALL =
      """
      SELECT format('%I.%I', schema.nspname, it.relname) AS name,
        it.relname::text = ANY (?) AND EXISTS (
          SELECT FROM pg_tables intents JOIN pg_tables events USING (schemaname)
          WHERE schemaname = schema.nspname
            AND intents.tablename = 'intent' AND events.tablename = 'outbox') AS of_semel,
        EXISTS (
          SELECT FROM pg_trigger
          WHERE tgrelid = it.oid AND tgname = 'crash_explorer_change') AS watched
      FROM pg_class it JOIN pg_namespace schema ON schema.oid = it.relnamespace
      WHERE it.relkind IN ('r', 'p') AND NOT it.relispartition AND it.relpersistence <> 't'
        AND schema.nspname NOT IN ('pg_catalog', 'information_schema', 'crash_explorer')
      ORDER BY 1
      """;

  /** All that count, in the order of their names. */
  static List<Table> in(Connection connection) throws SQLException {
    List<Table> tables = new ArrayList<>();
    Array ofSemel = connection.createArrayOf("text", OF_SEMEL.toArray());
    try (PreparedStatement statement = connection.prepareStatement(ALL)) {
      statement.setArray(1, ofSemel);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          tables.add(
              new Table(
                  rows.getString("name"), rows.getBoolean("of_semel"), rows.getBoolean("watched")));
        }
      }
    }
    return tables;
  }
}
