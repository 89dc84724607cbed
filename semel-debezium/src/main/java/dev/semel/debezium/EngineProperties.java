package dev.semel.debezium;

import java.util.Properties;
import java.util.UUID;
import java.util.regex.Pattern;

/** What the engine is told. */
final class EngineProperties {
  private static final int MAX_BATCH = 512;
  private static final int POLL_MILLIS = 10;
  private static final int STATUS_MILLIS = 1_000;
  private static final String OPTIONS = "driver.options";
  private static final String LOCK_TIMEOUT = "-c lock_timeout=5s";

  private EngineProperties() {}

  static Properties of(
      DirectConnection connection,
      StreamSettings settings,
      String schema,
      String relay,
      String slot,
      String publication) {
    Properties properties = new Properties();
    properties.setProperty("name", slot);
    properties.setProperty("topic.prefix", slot);
    properties.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    connect(properties, connection);
    properties.setProperty("plugin.name", "pgoutput");
    properties.setProperty("slot.name", slot);
    properties.setProperty("publication.name", publication);
    properties.setProperty("publication.autocreate.mode", "disabled");
    // What was committed before the slot is read from the outbox by the relay itself.
    properties.setProperty("snapshot.mode", "no_data");
    properties.setProperty("table.include.list", Pattern.quote(schema) + "\\.outbox");
    properties.setProperty("message.prefix.include.list", Pattern.quote(Slots.prefixOf(slot)));
    properties.setProperty("skipped.operations", "u,d,t");
    properties.setProperty("tombstones.on.delete", "false");
    // The transaction id is of a type that the engine does not know.
    properties.setProperty("include.unknown.datatypes", "true");
    // By this it is noticed that the server is gone, also where nothing is read.
    properties.setProperty("status.update.interval.ms", Integer.toString(STATUS_MILLIS));
    bound(properties, settings);
    // An engine that is closed while it starts may leave its metrics registered, and the next would
    // wait a minute for their name.
    properties.setProperty("custom.metric.tags", "engine=" + UUID.randomUUID());
    // Failures end the engine; the relay looks at the slot before it starts another one.
    properties.setProperty("errors.max.retries", "0");
    properties.setProperty("slot.max.retries", "0");
    saveOffsets(properties, connection, schema, relay);
    return properties;
  }

  private static void connect(Properties properties, DirectConnection connection) {
    properties.setProperty("database.hostname", connection.host());
    properties.setProperty("database.port", Integer.toString(connection.port()));
    properties.setProperty("database.dbname", connection.database());
    properties.setProperty("database.user", connection.user());
    properties.setProperty("database.password", connection.password());
    connection
        .driverProperties()
        .forEach((name, value) -> properties.setProperty("driver." + name, value));
    // Where its slot has vanished, the engine makes one, for which the server waits until all open
    // transactions have ended, one of the engine's own among them.
    String options = properties.getProperty(OPTIONS);
    properties.setProperty(OPTIONS, options == null ? LOCK_TIMEOUT : options + " " + LOCK_TIMEOUT);
  }

  private static void bound(Properties properties, StreamSettings settings) {
    int batch = Math.max(1, Math.min(MAX_BATCH, settings.maxEvents() / 2));
    properties.setProperty("max.batch.size", Integer.toString(batch));
    properties.setProperty("max.queue.size", Integer.toString(2 * batch));
    properties.setProperty("max.queue.size.in.bytes", Long.toString(settings.maxEventBytes()));
    properties.setProperty("poll.interval.ms", Integer.toString(POLL_MILLIS));
    properties.setProperty("record.processing.threads", "1");
  }

  private static void saveOffsets(
      Properties properties, DirectConnection connection, String schema, String relay) {
    properties.setProperty("offset.storage", StreamOffsetStore.class.getName());
    properties.setProperty("offset.flush.interval.ms", "0");
    properties.setProperty(StreamOffsetStore.HOST, connection.host());
    properties.setProperty(StreamOffsetStore.PORT, Integer.toString(connection.port()));
    properties.setProperty(StreamOffsetStore.DATABASE, connection.database());
    properties.setProperty(StreamOffsetStore.USER, connection.user());
    properties.setProperty(StreamOffsetStore.PASSWORD, connection.password());
    properties.setProperty(StreamOffsetStore.SCHEMA, schema);
    properties.setProperty(StreamOffsetStore.RELAY, relay);
    connection
        .driverProperties()
        .forEach((name, value) -> properties.setProperty(StreamOffsetStore.DRIVER + name, value));
  }
}
