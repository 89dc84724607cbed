package dev.semel.debezium;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.runtime.WorkerConfig;
import org.apache.kafka.connect.storage.OffsetBackingStore;
import org.apache.kafka.connect.util.Callback;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Keeps the engine's offset in the table {@code relay_stream}. Made by the engine, from its
 * properties.
 *
 * <p><b>Guarantee.</b> An offset is saved only behind events that are settled, and the slot moves
 * only behind what was saved. <b>Order.</b> The engine is not given the offset of an earlier run:
 * it begins where the slot is, which is never further, and the relay leaves out what it has passed.
 * So the engine never searches the log for a place inside a transaction. <b>Threads.</b> For the
 * engine's own.
 */
public final class StreamOffsetStore implements OffsetBackingStore {
  private static final String PREFIX = "offset.storage.semel.";
  static final String HOST = PREFIX + "host";
  static final String PORT = PREFIX + "port";
  static final String DATABASE = PREFIX + "database";
  static final String USER = PREFIX + "user";
  static final String PASSWORD = PREFIX + "password";
  static final String SCHEMA = PREFIX + "schema";
  static final String RELAY = PREFIX + "relay";
  static final String DRIVER = PREFIX + "driver.";

  private final PGSimpleDataSource dataSource = new PGSimpleDataSource();
  private final Map<ByteBuffer, ByteBuffer> savedInThisRun = new ConcurrentHashMap<>();
  private String relay = "";
  private String schema = "";
  private @Nullable Connection connection;

  @Override
  public void configure(WorkerConfig config) {
    Map<String, String> properties = config.originalsStrings();
    dataSource.setServerNames(new String[] {required(properties, HOST)});
    dataSource.setPortNumbers(new int[] {Integer.parseInt(required(properties, PORT))});
    dataSource.setDatabaseName(required(properties, DATABASE));
    dataSource.setUser(required(properties, USER));
    dataSource.setPassword(properties.get(PASSWORD));
    relay = required(properties, RELAY);
    schema = required(properties, SCHEMA);
    properties.forEach(this::setDriverProperty);
  }

  private static String required(Map<String, String> properties, String name) {
    String value = properties.get(name);
    if (value == null) {
      throw new ConnectException(name + " is missing; it is set by the relay");
    }
    return value;
  }

  private void setDriverProperty(String name, String value) {
    if (name.startsWith(DRIVER)) {
      try {
        dataSource.setProperty(name.substring(DRIVER.length()), value);
      } catch (SQLException e) {
        throw new ConnectException("the driver does not take " + name, e);
      }
    }
  }

  @Override
  public void start() {}

  @Override
  public void stop() {
    try {
      close();
    } catch (SQLException e) {
      throw new ConnectException("could not close the connection of the offsets", e);
    }
  }

  private void close() throws SQLException {
    Connection open = connection;
    connection = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public Future<Map<ByteBuffer, ByteBuffer>> get(Collection<ByteBuffer> keys) {
    Map<ByteBuffer, ByteBuffer> found = new HashMap<>();
    for (ByteBuffer key : keys) {
      ByteBuffer value = savedInThisRun.get(key);
      if (value != null) {
        found.put(key, value.duplicate());
      }
    }
    return CompletableFuture.completedFuture(found);
  }

  @Override
  public Future<Void> set(Map<ByteBuffer, ByteBuffer> values, Callback<Void> callback) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    try {
      for (ByteBuffer value : values.values()) {
        save(StandardCharsets.UTF_8.decode(value.duplicate()).toString());
      }
      savedInThisRun.putAll(values);
      done.complete(null);
      callback.onCompletion(null, null);
    } catch (SQLException e) {
      done.completeExceptionally(e);
      callback.onCompletion(e, null);
    }
    return done;
  }

  private void save(String offset) throws SQLException {
    Connection open = open();
    try (PreparedStatement update =
        open.prepareStatement(
            "UPDATE \"%s\".relay_stream SET source_offset = ?, saved_at = now() WHERE relay = ?"
                .formatted(schema))) {
      update.setString(1, offset);
      update.setString(2, relay);
      update.executeUpdate();
    }
  }

  private Connection open() throws SQLException {
    Connection open = connection;
    if (open == null || !open.isValid(1)) {
      close();
      open = dataSource.getConnection();
      connection = open;
    }
    return open;
  }

  @Override
  public Set<Map<String, Object>> connectorPartitions(String connectorName) {
    return Set.of();
  }
}
