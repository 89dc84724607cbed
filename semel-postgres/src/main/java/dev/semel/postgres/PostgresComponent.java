package dev.semel.postgres;

import java.util.List;

/** A part of Semel that is built by itself, and the rights that its database role needs. */
public enum PostgresComponent {
  /** Commands, leases, decisions of operators, and the purge of records. */
  COMMANDS(
      Right.on("intent", "SELECT", "INSERT", "UPDATE", "DELETE"),
      new Right(Right.Kind.FUNCTION, "intent_fits", List.of("EXECUTE")),
      Right.on("outbox", "SELECT", "INSERT"),
      Right.on("audit", "INSERT"),
      Right.on("recovery", "INSERT")),
  /** The inbox and its purge, in addition to the rights of {@link #COMMANDS}. */
  INBOX(
      Right.on("inbox", "SELECT", "INSERT", "UPDATE", "DELETE"),
      Right.on("inbox_message", "SELECT", "INSERT", "UPDATE", "DELETE"),
      Right.on("inbox_violation", "SELECT", "INSERT", "UPDATE", "DELETE"),
      Right.on("inbox_version", "SELECT", "INSERT", "UPDATE", "DELETE")),
  /** A relay, its status and its dead letters. */
  RELAY(
      Right.on("outbox", "SELECT"),
      new Right(Right.Kind.SEQUENCE, "outbox_seq_seq", List.of("SELECT")),
      Right.on("relay_shard", "SELECT", "INSERT", "UPDATE", "DELETE"),
      Right.on("relay_node", "SELECT", "INSERT", "UPDATE", "DELETE"),
      Right.on("relay_held", "SELECT", "INSERT", "UPDATE", "DELETE"),
      Right.on("relay_decision", "INSERT")),
  /** The purge of events, in addition to the rights of {@link #RELAY}. */
  EVENT_PURGE(Right.on("outbox", "UPDATE", "DELETE")),
  /** Webhook endpoints, in addition to the rights of {@link #RELAY}. */
  WEBHOOKS(
      Right.on("webhook_endpoint", "SELECT", "INSERT"),
      Right.on("webhook_failing", "SELECT", "INSERT", "DELETE")),
  /** A relay that reads the server's log, in addition to the rights of {@link #RELAY}. */
  DEBEZIUM(Right.on("relay_stream", "SELECT", "INSERT", "UPDATE", "DELETE"));

  private final List<Right> rights;

  PostgresComponent(Right... rights) {
    this.rights = List.of(rights);
  }

  /** Rights on objects in the schema; the right to use the schema comes on top. */
  List<Right> rights() {
    return rights;
  }

  /**
   * What may be done with one object in the schema of Semel's tables.
   *
   * @param privileges as in GRANT
   */
  record Right(Kind kind, String object, List<String> privileges) {
    enum Kind {
      SCHEMA("SCHEMA "),
      TABLE(""),
      SEQUENCE("SEQUENCE "),
      FUNCTION("FUNCTION ");

      private final String keyword;

      Kind(String keyword) {
        this.keyword = keyword;
      }

      /** The word before the object in GRANT. */
      String keyword() {
        return keyword;
      }
    }

    static Right on(String table, String... privileges) {
      return new Right(Kind.TABLE, table, List.of(privileges));
    }
  }
}
