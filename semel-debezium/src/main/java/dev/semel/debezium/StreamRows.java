package dev.semel.debezium;

import dev.semel.ConfigurationException;
import dev.semel.jdbc.NamedSql;
import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.ShardLease;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/** The table of relays that read the log. Whatever changes it names its fence. */
final class StreamRows {
  private final Database database;
  private final NamedSql create;
  private final NamedSql read;
  private final NamedSql creating;
  private final NamedSql streaming;
  private final NamedSql passed;

  StreamRows(Database database) {
    this.database = database;
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
                   coalesce(s.confirmed_flush_lsn > r.passed_lsn, false)
            FROM ${schema}.relay_stream AS r
            LEFT JOIN pg_replication_slots AS s ON s.slot_name = r.slot
            WHERE r.relay = :relay
            """);
    creating =
        database.sql(
            """
            UPDATE ${schema}.relay_stream AS r
            SET state = 'CREATING', begins_after = NULL, passed_lsn = NULL, source_offset = NULL, saved_at = now()
            WHERE r.relay = :relay AND EXISTS (
              SELECT FROM ${schema}.relay_shard AS s
              WHERE s.relay = r.relay AND s.shard = :shard AND s.fence = :fence)
            """);
    streaming =
        database.sql(
            """
            UPDATE ${schema}.relay_stream AS r
            SET state = 'STREAMING', begins_after = :beginsAfter, saved_at = now(),
                passed_lsn = (SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = r.slot)
            WHERE r.relay = :relay AND EXISTS (
              SELECT FROM ${schema}.relay_shard AS s
              WHERE s.relay = r.relay AND s.shard = :shard AND s.fence = :fence)
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
    return database.autocommitted(
        "look at the stream of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = read.prepare(connection).setString("relay", relay);
              ResultSet row = bound.statement().executeQuery()) {
            if (!row.next()) {
              throw new ConfigurationException("relay %s was not set up".formatted(relay));
            }
            return new StreamRow(
                row.getString(1),
                StreamRow.State.valueOf(row.getString(2)),
                row.getString(3),
                Long.parseLong(row.getString(4)),
                row.getLong(5),
                row.getBoolean(6));
          }
        });
  }

  /** A slot is about to be made; false if another node owns the relay. */
  boolean creating(String relay, ShardLease lease) {
    return update(creating, relay, lease, bound -> {});
  }

  /** The slot is there, and the log is read from there on; false if another node owns the relay. */
  boolean streaming(String relay, ShardLease lease, Mark beginsAfter) {
    String text = OutboxPositions.text(beginsAfter);
    return update(streaming, relay, lease, bound -> bound.setString("beginsAfter", text));
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
                .set("seq", event == null ? null : event.seq(), java.sql.Types.BIGINT)
                .setString("lsn", lsn));
  }

  /** Binds what is particular to a statement. */
  private interface Binding {
    void bind(NamedSql.Bound bound) throws java.sql.SQLException;
  }

  private boolean update(NamedSql sql, String relay, ShardLease lease, Binding binding) {
    return database.autocommitted(
        "save the stream of relay " + relay,
        connection -> {
          try (NamedSql.Bound bound = sql.prepare(connection)) {
            bound
                .setString("relay", relay)
                .setInt("shard", lease.shard())
                .setLong("fence", lease.fence());
            binding.bind(bound);
            return bound.statement().executeUpdate() > 0;
          }
        });
  }
}
