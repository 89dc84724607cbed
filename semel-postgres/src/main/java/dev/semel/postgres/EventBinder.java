package dev.semel.postgres;

import dev.semel.DeterministicId;
import dev.semel.Event;
import dev.semel.jdbc.NamedSql;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds events to the statement that writes them. */
final class EventBinder {
  private final Connection connection;
  private final NamedSql.Bound bound;
  private final String tenant;
  private final UUID batchId;

  /**
   * Makes a binder.
   *
   * @param batchId from which the ids of events without a key are made
   */
  EventBinder(Connection connection, NamedSql.Bound bound, String tenant, UUID batchId) {
    this.connection = connection;
    this.bound = bound;
    this.tenant = tenant;
    this.batchId = batchId;
  }

  /** Binds one event to {@code insertEvent}, or more of them to {@code insertEvents}. */
  void bind(List<Event> events) throws SQLException {
    if (events.size() == 1) {
      bindEvent(events.get(0));
    } else {
      bindEvents(events);
    }
  }

  private void bindEvent(Event event) throws SQLException {
    UUID id = eventId(event, 0);
    bound.set("eventId", id);
    bound.setString("eventKey", eventKey(event, id));
    bound.set("eventVersion", event.aggregateVersion(), Types.BIGINT);
    bound.setString("eventAggregateType", event.aggregateType());
    bound.setString("eventAggregateId", event.aggregateId());
    bound.setString("eventType", event.type());
    bound.setString("eventPayload", event.payload());
    bound.setString("eventHeaders", Headers.json(event.headers()));
  }

  private void bindEvents(List<Event> events) throws SQLException {
    UUID[] ids = new UUID[events.size()];
    String[] keys = new String[events.size()];
    Long[] versions = new Long[events.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = eventId(events.get(i), i);
      keys[i] = eventKey(events.get(i), ids[i]);
      versions[i] = events.get(i).aggregateVersion();
    }
    bound.set("eventId", connection.createArrayOf("uuid", ids));
    bound.set("eventKey", connection.createArrayOf("text", keys));
    bound.set("eventVersion", connection.createArrayOf("int8", versions));
    bound.set("eventAggregateType", texts(events, Event::aggregateType));
    bound.set("eventAggregateId", texts(events, Event::aggregateId));
    bound.set("eventType", texts(events, Event::type));
    bound.set("eventPayload", texts(events, Event::payload));
    bound.set("eventHeaders", texts(events, event -> Headers.json(event.headers())));
  }

  /**
   * Follows from the key. Without one it follows from the record, or the batch, and the place in
   * it, and lies beside its own id, so that the index grows at one end.
   */
  private UUID eventId(Event event, int place) {
    String key = event.key();
    if (key != null) {
      return DeterministicId.of(tenant, key);
    }
    return new UUID(
        batchId.getMostSignificantBits(), batchId.getLeastSignificantBits() ^ (place + 1));
  }

  private static String eventKey(Event event, UUID id) {
    String key = event.key();
    return key == null ? id.toString() : key;
  }

  private <V> Array texts(List<V> values, Function<V, @Nullable String> text) throws SQLException {
    return connection.createArrayOf("text", values.stream().map(text).toArray());
  }
}
