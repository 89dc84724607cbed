package dev.semel.debezium;

import dev.semel.postgres.relay.PostgresRelays;
import java.util.Properties;

/** What all streams of a database share. Immutable. */
record StreamContext(
    PostgresRelays outbox,
    Slots slots,
    StreamRows rows,
    DirectConnection connection,
    StreamSettings settings,
    String schema,
    String publication,
    Notifier notifier) {
  Properties engineProperties(String relay, String slot) {
    return EngineProperties.of(connection, settings, schema, relay, slot, publication);
  }
}
