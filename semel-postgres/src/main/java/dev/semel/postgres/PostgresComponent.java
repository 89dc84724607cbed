package dev.semel.postgres;

/** A part of Semel that is built by itself, and whose database role needs rights of its own. */
public enum PostgresComponent {
  /** Commands, leases, decisions of operators, and the purge of records. */
  COMMANDS,
  /** The inbox and its purge, in addition to the rights of {@link #COMMANDS}. */
  INBOX,
  /** A relay, its status and its dead letters. */
  RELAY,
  /** The purge of events, in addition to the rights of {@link #RELAY}. */
  EVENT_PURGE,
  /** Webhook endpoints, in addition to the rights of {@link #RELAY}. */
  WEBHOOKS,
  /** A relay that reads the server's log, in addition to the rights of {@link #RELAY}. */
  DEBEZIUM
}
