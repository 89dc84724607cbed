package dev.semel.postgres;

import dev.semel.ConfigurationException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The rights that components need on one schema: which of them are missing, and the GRANT
 * statements for them.
 */
final class PostgresRights {
  private static final List<String> ORDER =
      List.of("USAGE", "EXECUTE", "SELECT", "INSERT", "UPDATE", "DELETE");

  private static final Pattern PLAIN =
      Pattern.compile("(?!current_|session_|system_)[a-z][a-z0-9]*(_[a-z0-9]+)+");

  private static final String FIND_MISSING =
      """
      SELECT w.place, w.privilege
      FROM unnest(?::integer[], ?::text[], ?::text[], ?::text[]) AS w (place, kind, object, privilege)
      JOIN pg_namespace AS n ON n.nspname = ?
      LEFT JOIN pg_class AS c
        ON c.relnamespace = n.oid AND c.relname = w.object AND w.kind IN ('TABLE', 'SEQUENCE')
      LEFT JOIN pg_proc AS p
        ON p.pronamespace = n.oid AND p.proname = w.object AND w.kind = 'FUNCTION'
      WHERE NOT coalesce(
        CASE w.kind
          WHEN 'SCHEMA' THEN has_schema_privilege(n.oid, w.privilege)
          WHEN 'TABLE' THEN has_table_privilege(c.oid, w.privilege)
          WHEN 'SEQUENCE' THEN has_sequence_privilege(c.oid, w.privilege)
          ELSE has_function_privilege(p.oid, w.privilege)
        END, false)
      """;

  private final String schema;
  private final List<Right> rights;

  /** The kinds of objects, and the word before each in GRANT. */
  private enum Kind {
    SCHEMA("SCHEMA "),
    TABLE(""),
    SEQUENCE("SEQUENCE "),
    FUNCTION("FUNCTION ");

    private final String keyword;

    Kind(String keyword) {
      this.keyword = keyword;
    }
  }

  /**
   * What may be done with one object in the schema.
   *
   * @param privileges as in GRANT
   */
  private record Right(Kind kind, String object, List<String> privileges) {}

  private static Right all(String table) {
    return on(table, "SELECT", "INSERT", "UPDATE", "DELETE");
  }

  private static Right on(String table, String... privileges) {
    return new Right(Kind.TABLE, table, List.of(privileges));
  }

  /** The right to use the schema comes on top. */
  private static List<Right> rightsOf(PostgresComponent component) {
    return switch (component) {
      case COMMANDS ->
          List.of(
              all("intent"),
              new Right(Kind.FUNCTION, "intent_fits", List.of("EXECUTE")),
              on("outbox", "SELECT", "INSERT"),
              on("audit", "INSERT"),
              on("recovery", "INSERT"));
      case INBOX ->
          List.of(all("inbox"), all("inbox_message"), all("inbox_violation"), all("inbox_version"));
      case RELAY ->
          List.of(
              on("outbox", "SELECT"),
              new Right(Kind.SEQUENCE, "outbox_seq_seq", List.of("SELECT")),
              all("relay_shard"),
              all("relay_node"),
              all("relay_held"),
              on("relay_decision", "INSERT"));
      case EVENT_PURGE -> List.of(on("outbox", "UPDATE", "DELETE"));
      case WEBHOOKS ->
          List.of(
              on("webhook_endpoint", "SELECT", "INSERT"),
              on("webhook_failing", "SELECT", "INSERT", "DELETE"));
      case DEBEZIUM -> List.of(all("relay_stream"));
    };
  }

  PostgresRights(String schema, Collection<PostgresComponent> components) {
    this.schema = schema;
    this.rights = merged(schema, components);
  }

  /** One right for each object, with the privileges of all components. */
  private static List<Right> merged(String schema, Collection<PostgresComponent> components) {
    Map<String, Right> merged = new LinkedHashMap<>();
    merged.put("", new Right(Kind.SCHEMA, schema, List.of("USAGE")));
    for (PostgresComponent component : components) {
      for (Right right : rightsOf(component)) {
        merged.merge(right.object(), right, PostgresRights::both);
      }
    }
    return List.copyOf(merged.values());
  }

  private static Right both(Right one, Right other) {
    Set<String> privileges = new TreeSet<>(PostgresRights::compare);
    privileges.addAll(one.privileges());
    privileges.addAll(other.privileges());
    return new Right(one.kind(), one.object(), List.copyOf(privileges));
  }

  private static int compare(String one, String other) {
    return Integer.compare(ORDER.indexOf(one), ORDER.indexOf(other));
  }

  /** Returns one GRANT statement for each object. */
  List<String> grants(String role) {
    return rights.stream().map(right -> grant(right, role)).toList();
  }

  private String grant(Right right, String role) {
    String object =
        right.kind() == Kind.SCHEMA ? quotedSchema() : quotedSchema() + "." + right.object();
    return "GRANT %s ON %s%s TO %s;"
        .formatted(
            String.join(", ", right.privileges()), right.kind().keyword, object, quoted(role));
  }

  private String quotedSchema() {
    return schema.equals(PostgresSchema.DEFAULT_NAME) ? schema : quoted(schema);
  }

  /** Of words with an underscore, only those about the session are reserved. */
  private static String quoted(String name) {
    return PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * Checks the rights of the role that the connection uses.
   *
   * @param components for the message
   * @throws ConfigurationException with the GRANT statements that are missing
   */
  void require(Connection connection, Collection<PostgresComponent> components)
      throws SQLException {
    List<Right> missing = missing(connection);
    if (missing.isEmpty()) {
      return;
    }
    String role = currentRole(connection);
    throw new ConfigurationException(
        "the role %s lacks rights on schema %s that %s needs; let the owner of the schema run:%n  %s"
            .formatted(
                role,
                schema,
                components,
                String.join(
                    System.lineSeparator() + "  ",
                    missing.stream().map(right -> grant(right, role)).toList())));
  }

  private List<Right> missing(Connection connection) throws SQLException {
    Map<Integer, List<String>> missing = new LinkedHashMap<>();
    try (PreparedStatement query = connection.prepareStatement(FIND_MISSING)) {
      bind(connection, query);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          missing.computeIfAbsent(row.getInt(1), place -> new ArrayList<>()).add(row.getString(2));
        }
      }
    }
    return missing.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> only(rights.get(each.getKey()), each.getValue()))
        .toList();
  }

  private static Right only(Right right, List<String> privileges) {
    return new Right(
        right.kind(), right.object(), privileges.stream().sorted(PostgresRights::compare).toList());
  }

  private void bind(Connection connection, PreparedStatement query) throws SQLException {
    List<Integer> places = new ArrayList<>();
    List<String> kinds = new ArrayList<>();
    List<String> objects = new ArrayList<>();
    List<String> privileges = new ArrayList<>();
    for (int place = 0; place < rights.size(); place++) {
      for (String privilege : rights.get(place).privileges()) {
        places.add(place);
        kinds.add(rights.get(place).kind().name());
        objects.add(rights.get(place).object());
        privileges.add(privilege);
      }
    }
    query.setArray(1, connection.createArrayOf("int4", places.toArray()));
    query.setArray(2, connection.createArrayOf("text", kinds.toArray()));
    query.setArray(3, connection.createArrayOf("text", objects.toArray()));
    query.setArray(4, connection.createArrayOf("text", privileges.toArray()));
    query.setString(5, schema);
  }

  private static String currentRole(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT current_user");
        ResultSet row = query.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }
}
