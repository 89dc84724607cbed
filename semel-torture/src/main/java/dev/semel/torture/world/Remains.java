package dev.semel.torture.world;

import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.RelayStatus;
import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Sql;
import dev.semel.torture.bank.Sql.RowReader;
import dev.semel.torture.check.Snapshot;
import dev.semel.torture.check.Snapshot.Account;
import dev.semel.torture.check.Snapshot.Audit;
import dev.semel.torture.check.Snapshot.Notice;
import dev.semel.torture.role.Parts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Looks at what is in the database and on the topic. */
public final class Remains {
  private static final String BOOKINGS = "SELECT * FROM booking ORDER BY seq";
  private static final String ACCOUNTS =
      "SELECT tenant, id, balance, version FROM account ORDER BY tenant, id";
  private static final String PROJECTION =
      "SELECT tenant, account, balance, version FROM projection ORDER BY tenant, account";
  private static final String AUDIT =
      "SELECT tenant, action, subject, detail FROM semel.audit ORDER BY recorded_at";
  private static final String NOTICES =
      "SELECT tenant, operation, key, booking, amount FROM notice ORDER BY seq";

  // What was released is not stuck: its node or the janitor has decided that it may be tried again.
  // Where its owner came late and told the client all the same, nobody asks for it any more; a
  // client that has no answer is found by its history.
  private static final String OPEN_INTENTS =
      """
      SELECT format('intent %s %s %s is %s since %s', tenant, operation, key, state, claimed_at)
      FROM semel.intent
      WHERE state IN ('RUNNING', 'UNKNOWN')
      """;
  private static final String OPEN_MESSAGES =
      """
      SELECT format('message %s of %s about %s is %s: %s', message_id, consumer, key, state, reason)
      FROM semel.inbox_message
      WHERE state IN ('WAITING', 'PARKED', 'DEAD')
      """;
  private static final String VIOLATIONS =
      """
      SELECT format('message %s of %s came with another payload', message_id, consumer)
      FROM semel.inbox_violation
      """;
  private static final String OPEN_TRANSACTIONS =
      """
      SELECT format('a transaction of %s is open since %s: %s', application_name, xact_start, query)
      FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'
        AND xact_start < now() - interval '5 seconds'
      """;
  private static final String PROGRESS =
      """
      SELECT format('%s %s %s', (SELECT count(*) FROM booking), (SELECT count(*) FROM notice),
                    (SELECT sum(version) FROM projection))
      """;
  private static final String LAGGING =
      """
      SELECT format('%s of %s notices are written, and %s of %s accounts projected', notices, bookings, projected, accounts)
      FROM (SELECT (SELECT count(*) FROM booking) AS bookings, (SELECT count(*) FROM notice) AS notices,
                   (SELECT count(*) FROM account) AS accounts,
                   (SELECT count(*) FROM account AS a JOIN projection AS p ON p.tenant = a.tenant
                      AND p.account = a.id AND p.version >= a.version) AS projected) AS counts
      WHERE notices < bookings OR projected < accounts
      """;

  private final World world;

  public Remains(World world) {
    this.world = world;
  }

  /** What is not over yet, in words. Empty when all is quiet. */
  public List<String> unfinished() throws SQLException {
    List<String> unfinished = stuck();
    unfinished.addAll(texts(LAGGING));
    return unfinished;
  }

  /** Changes as long as something moves. */
  public String progress() throws SQLException {
    return texts(PROGRESS) + " " + stuck().size();
  }

  private List<String> stuck() throws SQLException {
    List<String> stuck = new ArrayList<>();
    for (String sql : List.of(OPEN_INTENTS, OPEN_MESSAGES, VIOLATIONS, OPEN_TRANSACTIONS)) {
      stuck.addAll(texts(sql));
    }
    RelayStatus relay = PostgresRelays.on(world.database().dataSource()).status(Parts.RELAY);
    if (relay.waitingEvents() + relay.heldEvents() + relay.deadLetters() > 0) {
      stuck.add(
          "the relay has %d events waiting, %d held, %d dead"
              .formatted(relay.waitingEvents(), relay.heldEvents(), relay.deadLetters()));
    }
    return stuck;
  }

  /** All of it, for the checker. */
  public Snapshot snapshot() throws SQLException {
    return new Snapshot(
        rows(BOOKINGS, Booking::of),
        rows(ACCOUNTS, Remains::account),
        rows(
            AUDIT,
            row ->
                new Audit(row.getString(1), row.getString(2), row.getString(3), row.getString(4))),
        TopicReader.read(world.kafka().bootstrapServers()),
        rows(PROJECTION, Remains::account),
        rows(
            NOTICES,
            row ->
                new Notice(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getLong(4),
                    row.getLong(5))),
        world.provider().paid(),
        stuck());
  }

  private static Account account(ResultSet row) throws SQLException {
    return new Account(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4));
  }

  private List<String> texts(String sql) throws SQLException {
    return rows(sql, row -> row.getString(1));
  }

  private <T> List<T> rows(String sql, RowReader<T> reader) throws SQLException {
    try (Connection connection = world.database().connect()) {
      return Sql.query(connection, reader, sql);
    }
  }
}
