package dev.semel.debezium;

import dev.semel.ConfigurationException;
import dev.semel.jdbc.NamedSql;
import dev.semel.postgres.relay.OutboxPositions;
import dev.semel.relay.spi.Mark;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Replication slots, the publication, and what the server must be set to. */
final class Slots {
  private static final String NO_RIGHT = "42501";
  private static final long MAX_DROP_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Database database;
  private final Database.Work<Mark> look;
  private final String publication;
  private final long maxLagBytes;
  private final NamedSql status;
  private final NamedSql create;
  private final NamedSql drop;
  private final NamedSql emit;
  private final NamedSql published;

  /**
   * Makes them.
   *
   * @param look looks at the present moment in the outbox
   */
  Slots(Database database, Database.Work<Mark> look, String publication, long maxLagBytes) {
    this.database = database;
    this.look = look;
    this.publication = publication;
    this.maxLagBytes = maxLagBytes;
    status =
        database.sql(
            """
            SELECT active, wal_status,
                   coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::bigint,
                   coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn), 0)::bigint
            FROM pg_replication_slots
            WHERE slot_name = :slot
            """);
    create = database.sql("SELECT pg_create_logical_replication_slot(:slot, 'pgoutput')::text");
    drop = database.sql("SELECT pg_drop_replication_slot(:slot)::text");
    emit = database.sql("SELECT pg_logical_emit_message(true, :prefix, :content::text)::text");
    published =
        database.sql(
            """
            SELECT p.pubinsert AND EXISTS (
              SELECT FROM pg_publication_tables AS t
              WHERE t.pubname = p.pubname AND t.schemaname = :schema AND t.tablename = 'outbox')
            FROM pg_publication AS p
            WHERE p.pubname = :publication
            """);
  }

  /** Of log messages of a relay with this slot. */
  static String prefixOf(String slot) {
    return "semel." + slot;
  }

  /**
   * Makes the publication if it is missing.
   *
   * @throws ConfigurationException that says what the server or its owner has to change
   */
  void checkServer() {
    database.autocommitted(
        "check the server's settings",
        connection -> {
          checkWalLevel(connection);
          checkPublication(connection);
          return true;
        });
  }

  private static void checkWalLevel(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW wal_level")) {
      row.next();
      if (!"logical".equals(row.getString(1))) {
        throw new ConfigurationException(
            "the server's wal_level is %s; run ALTER SYSTEM SET wal_level = 'logical' and restart the server"
                .formatted(row.getString(1)));
      }
    }
  }

  private void checkPublication(Connection connection) throws SQLException {
    Boolean fits = publicationFits(connection);
    if (fits == null) {
      createPublication(connection);
    } else if (!fits) {
      throw new ConfigurationException(
          "publication %1$s does not publish inserts into the outbox; run DROP PUBLICATION \"%1$s\" and then %2$s"
              .formatted(publication, publicationSql()));
    }
  }

  private @Nullable Boolean publicationFits(Connection connection) throws SQLException {
    try (NamedSql.Bound bound = published.prepare(connection)) {
      bound.setString("schema", database.schema()).setString("publication", publication);
      try (ResultSet row = bound.statement().executeQuery()) {
        return row.next() ? row.getBoolean(1) : null;
      }
    }
  }

  private String publicationSql() {
    return "CREATE PUBLICATION \"%s\" FOR TABLE \"%s\".outbox WITH (publish = 'insert')"
        .formatted(publication, database.schema());
  }

  private void createPublication(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(publicationSql());
    } catch (SQLException e) {
      if (Boolean.TRUE.equals(publicationFits(connection))) {
        return; // Another node was quicker.
      }
      if (!NO_RIGHT.equals(e.getSQLState())) {
        throw e;
      }
      throw new ConfigurationException(
          "publication %s is missing and this role may not make it; let the owner of the outbox run: %s"
              .formatted(publication, publicationSql()),
          e);
    }
  }

  SlotStatus status(String slot) {
    return database.autocommitted(
        "look at slot " + slot,
        connection -> {
          try (NamedSql.Bound bound = status.prepare(connection).setString("slot", slot);
              ResultSet row = bound.statement().executeQuery()) {
            return row.next()
                ? status(slot, row)
                : new SlotStatus(slot, SlotStatus.Health.MISSING, false, 0, 0, null);
          }
        });
  }

  private SlotStatus status(String slot, ResultSet row) throws SQLException {
    String walStatus = row.getString(2);
    long retained = row.getLong(3);
    return new SlotStatus(
        slot, health(walStatus, retained), row.getBoolean(1), retained, row.getLong(4), walStatus);
  }

  private SlotStatus.Health health(@Nullable String walStatus, long retainedBytes) {
    if (walStatus == null || walStatus.equals("lost")) {
      return SlotStatus.Health.LOST;
    }
    if (walStatus.equals("unreserved")) {
      return SlotStatus.Health.IN_DANGER;
    }
    return retainedBytes > maxLagBytes ? SlotStatus.Health.LAGGING : SlotStatus.Health.GOOD;
  }

  /** Makes a slot. Waits for every transaction that is open and has written. */
  void create(String slot) {
    run("make slot " + slot + "; its role needs the attribute REPLICATION", create, slot);
  }

  /** Drops a slot. The server notices only a moment later that its reader has gone. */
  void drop(String slot) {
    long untilNanos = System.nanoTime() + MAX_DROP_WAIT_NANOS;
    while (status(slot).active() && System.nanoTime() - untilNanos < 0) {
      LockSupport.parkNanos(GLANCE_NANOS);
    }
    run("drop slot " + slot + "; stop whoever reads it first", drop, slot);
  }

  private void run(String what, NamedSql sql, String slot) {
    database.autocommitted(
        what,
        connection -> {
          try (NamedSql.Bound bound = sql.prepare(connection).setString("slot", slot)) {
            return bound.statement().execute();
          }
        });
  }

  /**
   * Writes the present moment to the log, in the transaction that has looked at it, and waits for
   * the disk. So whatever anybody had looked at before is on disk too.
   */
  Mark emit(String slot) {
    return database.transacted(
        "write a mark to the log",
        connection -> {
          Mark now = look.on(connection);
          try (NamedSql.Bound bound = emit.prepare(connection)) {
            bound
                .setString("prefix", prefixOf(slot))
                .setString("content", OutboxPositions.text(now));
            bound.statement().execute();
          }
          return now;
        });
  }
}
