package dev.semel.debezium;

import dev.semel.ConfigurationException;
import dev.semel.jdbc.NamedSql;
import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.ShardLease;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of relays that read the log. Whatever changes it names its fence. */
final class StreamRows {
  private final Database database;
  private final Database.Work<Mark> look;
  private final NamedSql create;
  private final NamedSql read;
  private final NamedSql creating;
  private final NamedSql streaming;
  private final NamedSql passed;
  private final NamedSql forget;

  /**
   * Makes it.
   *
   * @param look looks at the present moment in the outbox
   */
  StreamRows(Database database, Database.Work<Mark> look) {
    this.database = database;
    this.look = look;
    create =
        database.sql(
            """
            INSERT INTO ${schema}.relay_stream (relay, slot, state, saved_at)
            VALUES (:relay, :slot, 'NEW', now())
            ON CONFLICT (relay) DO NOTHING
            """);
    read =
        database.sql(
            """
            SELECT r.slot, r.state, r.begins_after, coalesce(r.passed_xid::text, '0'), coalesce(r.passed_seq, 0),
                   coalesce(p.confirmed_flush_lsn > r.passed_lsn, false),
                   NOT EXISTS (
                     SELECT FROM ${schema}.relay_shard AS s
                     WHERE s.relay = r.relay AND s.set_up_id = r.set_up_id)
            FROM ${schema}.relay_stream AS r
            LEFT JOIN pg_replication_slots AS p ON p.slot_name = r.slot
            WHERE r.relay = :relay
            """);
    creating =
        database.sql(
            """
            UPDATE ${schema}.relay_stream AS r
            SET state = 'CREATING', set_up_id = NULL, begins_after = NULL, passed_xid = NULL, passed_seq = NULL,
                passed_lsn = NULL, source_offset = NULL, saved_at = now()
            WHERE r.relay = :relay AND EXISTS (
              SELECT FROM ${schema}.relay_shard AS s
              WHERE s.relay = r.relay AND s.shard = :shard AND s.fence = :fence)
            """);
    streaming =
        database.sql(
            """
            UPDATE ${schema}.relay_stream AS r
            SET state = 'STREAMING', set_up_id = s.set_up_id, begins_after = :beginsAfter, saved_at = now(),
                passed_lsn = (SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = r.slot)
            FROM ${schema}.relay_shard AS s
            WHERE r.relay = :relay AND s.relay = r.relay AND s.shard = :shard AND s.fence = :fence
            """);
    passed =
        database.sql(
            """
            UPDATE ${schema}.relay_stream AS r
            SET passed_xid = coalesce(:xid::text::xid8, r.passed_xid), passed_seq = coalesce(:seq::bigint, r.passed_seq),
                passed_lsn = greatest(r.passed_lsn, :lsn::text::pg_lsn), saved_at = now()
            WHERE r.relay = :relay AND r.state = 'STREAMING' AND EXISTS (
              SELECT FROM ${schema}.relay_shard AS s
              WHERE s.relay = r.relay AND s.shard = :shard AND s.fence = :fence)
            """);
    forget = database.sql("DELETE FROM ${schema}.relay_stream WHERE relay = :relay");
  }

  /** Notes the slot of a relay, unless it has been. */
  void create(String relay, String slot) {
    database.autocommitted(
        "set up the stream of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = create.prepare(connection)) {
            bound.setString("relay", relay).setString("slot", slot);
            return bound.statement().executeUpdate();
          }
        });
    String kept = read(relay).slot();
    if (!kept.equals(slot)) {
      throw new ConfigurationException(
          "relay %s was set up with the slot %s and is configured with %s; configure %s, or delete its row in relay_stream and drop the slot"
              .formatted(relay, kept, slot, kept));
    }
  }

  StreamRow read(String relay) {
    StreamRow row = find(relay);
    if (row == null) {
      throw new ConfigurationException("relay %s was not set up".formatted(relay));
    }
    return row;
  }

  /** Null if it was not set up. */
  @Nullable StreamRow find(String relay) {
    return database
        .autocommitted(
            "look at the stream of relay " + relay,
            connection -> {
              try (NamedSql.Bound bound = read.prepare(connection).setString("relay", relay);
                  ResultSet row = bound.statement().executeQuery()) {
                return row.next() ? Optional.of(streamRow(row)) : Optional.<StreamRow>empty();
              }
            })
        .orElse(null);
  }

  private static StreamRow streamRow(ResultSet row) throws SQLException {
    return new StreamRow(
        row.getString(1),
        StreamRow.State.valueOf(row.getString(2)),
        row.getString(3),
        Long.parseLong(row.getString(4)),
        row.getLong(5),
        row.getBoolean(6),
        row.getBoolean(7));
  }

  /** A slot is about to be made; false if another node owns the relay. */
  boolean creating(String relay, ShardLease lease) {
    return update(creating, relay, lease, bound -> {});
  }

  /**
   * The slot is there, and the log is read from now on. The present moment is on disk when this
   * returns it; null if another node owns the relay.
   */
  @Nullable Mark streaming(String relay, ShardLease lease) {
    return database
        .transacted(
            "save the stream of relay " + relay,
            connection -> {
              Mark now = look.on(connection);
              String text = OutboxPositions.text(now);
              boolean owned =
                  update(
                      connection,
                      streaming,
                      relay,
                      lease,
                      bound -> bound.setString("beginsAfter", text));
              return owned ? Optional.of(now) : Optional.<Mark>empty();
            })
        .orElse(null);
  }

  /**
   * Everything up to here was passed; false if another node owns the relay.
   *
   * @param event the last event, or null if none was passed since
   * @param lsn behind the last transaction that was passed whole; null if it has not changed
   */
  boolean passed(
      String relay, ShardLease lease, @Nullable StreamCursor event, @Nullable String lsn) {
    return update(
        passed,
        relay,
        lease,
        bound ->
            bound
                .setString("xid", event == null ? null : Long.toString(event.xid()))
                .set("seq", event == null ? null : event.seq(), Types.BIGINT)
                .setString("lsn", lsn));
  }

  /** Binds what is particular to a statement. */
  private interface Binding {
    void bind(NamedSql.Bound bound) throws SQLException;
  }

  private boolean update(NamedSql sql, String relay, ShardLease lease, Binding binding) {
    return database.autocommitted(
        "save the stream of relay " + relay,
        connection -> update(connection, sql, relay, lease, binding));
  }

  private static boolean update(
      Connection connection, NamedSql sql, String relay, ShardLease lease, Binding binding)
      throws SQLException {
    try (NamedSql.Bound bound = sql.prepare(connection)) {
      bound
          .setString("relay", relay)
          .setInt("shard", lease.shard())
          .setLong("fence", lease.fence());
      binding.bind(bound);
      return bound.statement().executeUpdate() > 0;
    }
  }

  /** The relay is given up. */
  void forget(String relay) {
    database.autocommitted(
        "forget the stream of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = forget.prepare(connection).setString("relay", relay)) {
            return bound.statement().executeUpdate();
          }
        });
  }
}
