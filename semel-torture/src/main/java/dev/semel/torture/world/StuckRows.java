package dev.semel.torture.world;

import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.RelayStatus;
import dev.semel.torture.bank.Sql;
import dev.semel.torture.check.Snapshot.Leftovers;
import dev.semel.torture.role.Parts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Looks in the database for what should be over: not decided, not delivered, not purged. Purge runs
 * twice a second, and a node's clock may be off by 20 seconds; what is a minute late is stuck.
 */
final class StuckRows {
  // What was released is not stuck: its node or the janitor has decided that it may be tried again.
  // Where its owner came late and told the client all the same, nobody asks for it any more; a
  // client that has no answer is found by its history.
  private static final String OPEN_INTENTS =
      """
      SELECT format('intent %s %s %s is %s since %s', tenant, operation, key, state, claimed_at)
      FROM semel.intent
      WHERE state IN ('RUNNING', 'UNKNOWN')
      """;
  private static final String EXPIRED_INTENTS =
      """
      SELECT format('intent %s %s %s expired at %s, and is not purged', tenant, operation, key, expires_at)
      FROM semel.intent
      WHERE expires_at < now() - interval '1 minute'
      """;
  private static final String EXPIRED_MARKERS =
      """
      SELECT format('the mark of message %s of %s expired at %s, and is not purged', message_id, consumer, expires_at)
      FROM semel.inbox
      WHERE expires_at < now() - interval '1 minute'
      """;
  private static final String OLD_EVENTS =
      """
      SELECT format('event %s of %s is from %s, and is not purged', id, tenant, recorded_at)
      FROM semel.outbox
      WHERE recorded_at < now() - interval '1 minute'
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
        AND xact_start < now() - make_interval(secs => ?)
      """;
  private static final String LOOKED_AT =
      """
      SELECT (SELECT count(*) FROM semel.intent)
           + (SELECT count(*) FROM semel.inbox)
           + (SELECT count(*) FROM semel.inbox_message)
           + (SELECT count(*) FROM semel.inbox_violation)
           + (SELECT count(*) FROM semel.outbox)
           + (SELECT count(*) FROM semel.relay_held)
      """;
  private static final List<String> ALL =
      List.of(
          OPEN_INTENTS, EXPIRED_INTENTS, EXPIRED_MARKERS, OLD_EVENTS, OPEN_MESSAGES, VIOLATIONS);

  private final DataSource database;
  private final int idleSeconds;

  /**
   * @param idleSeconds for which a transaction may be open with nobody at work in it
   */
  StuckRows(DataSource database, int idleSeconds) {
    this.database = database;
    this.idleSeconds = idleSeconds;
  }

  Leftovers look() throws SQLException {
    List<String> stuck = new ArrayList<>();
    long lookedAt = 0;
    try (Connection connection = database.getConnection()) {
      for (String sql : ALL) {
        stuck.addAll(Sql.query(connection, row -> row.getString(1), sql));
      }
      stuck.addAll(Sql.query(connection, row -> row.getString(1), OPEN_TRANSACTIONS, idleSeconds));
      for (long rows : Sql.query(connection, row -> row.getLong(1), LOOKED_AT)) {
        lookedAt += rows;
      }
    }
    addEvents(stuck);
    return new Leftovers(lookedAt, stuck);
  }

  private void addEvents(List<String> stuck) {
    RelayStatus relay = PostgresRelays.on(database).status(Parts.RELAY);
    if (relay.waitingEvents() + relay.heldEvents() + relay.deadLetters() > 0) {
      stuck.add(
          "the relay has %d events waiting, %d held, %d dead"
              .formatted(relay.waitingEvents(), relay.heldEvents(), relay.deadLetters()));
    }
  }
}
