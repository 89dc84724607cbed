package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.torture.bank.Sql;
import dev.semel.torture.check.Snapshot.Leftovers;
import dev.semel.torture.role.Parts;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One row of each kind, on a real server. */
@ExtendWith(PostgresExtension.class)
class StuckRowsIT {
  private final PostgresDatabase database;

  StuckRowsIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeEach
  void empty() {
    Objects.requireNonNull(PostgresStore.builder(database.dataSource()).migrate().build());
    database.execute(
        "TRUNCATE semel.intent, semel.inbox, semel.inbox_message, semel.inbox_violation, semel.outbox, semel.relay_held");
  }

  private Leftovers look() throws SQLException {
    return new StuckRows(database.dataSource(), 0).look();
  }

  private void intent(String state, String expiry) {
    boolean settled = state.equals("EXECUTED");
    boolean running = state.equals("RUNNING");
    database.execute(
        """
        INSERT INTO semel.intent (
          key, state, answer, settled_at, expires_at, reason, lease_owner, lease_until, fence,
          claimed_at, record_id, attempts, tenant, operation, principal, fingerprint_scheme, fingerprint_schema, fingerprint)
        VALUES ('k-1', '%s', %s, %s, %s, %s, %s, %s, 1,
          now(), gen_random_uuid(), 1, 'acme', 'cheque', '', 'text-1', 1, sha256('x'))
        """
            .formatted(
                state,
                settled ? "'STATUS_ONLY'" : "NULL",
                settled ? "now()" : "NULL",
                expiry,
                settled || running ? "NULL" : "'no reply'",
                running ? "'node-0'" : "NULL",
                running ? "now()" : "NULL"));
  }

  private void message(String state) {
    database.execute(
        """
        INSERT INTO semel.inbox_message (
          received_at, due_at, settled_at, fence, attempts, consumer, source, message_id, state, tenant, reason,
          payload_hash, headers)
        VALUES (now(), %s, %s, 1, 1, 'notices', 'bank', 'm-1', '%s', 'acme', 'why', sha256('x'), '{}')
        """
            .formatted(
                state.equals("WAITING") ? "now()" : "NULL",
                state.equals("APPLIED") ? "now()" : "NULL",
                state));
  }

  private void marker(String expiry) {
    database.execute(
        """
        INSERT INTO semel.inbox (recorded_at, expires_at, record_id, consumer, source, message_id, payload_hash)
        VALUES (now(), %s, gen_random_uuid(), 'notices', 'bank', 'm-1', sha256('x'))
        """
            .formatted(expiry));
  }

  private void event(String recordedAt) {
    database.execute(
        """
        INSERT INTO semel.outbox (id, aggregatetype, aggregateid, type, event_key, headers, tenant, recorded_at)
        VALUES (gen_random_uuid(), 'account', '7', 'opened', 'key', '{}', 'acme', %s)
        """
            .formatted(recordedAt));
  }

  @Test
  void nothingIsStuckInAnEmptyDatabaseAndNothingWasLookedAt() throws SQLException {
    assertThat(look().stuck()).isEmpty();
    assertThat(look().lookedAt()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"RUNNING", "UNKNOWN"})
  void anIntentThatIsNotOverIsStuck(String state) throws SQLException {
    intent(state, "NULL");

    assertThat(look().stuck()).singleElement().asString().contains("acme cheque k-1 is " + state);
  }

  @ParameterizedTest
  @CsvSource({"RELEASED, NULL", "EXECUTED, NULL", "EXECUTED, now()"})
  void anIntentThatIsOverOrReleasedIsNotStuck(String state, String expiry) throws SQLException {
    intent(state, expiry);

    assertThat(look().stuck()).isEmpty();
    assertThat(look().lookedAt()).isEqualTo(1);
  }

  @Test
  void anIntentThatExpiredLongAgoIsStuck() throws SQLException {
    intent("EXECUTED", "now() - interval '2 minutes'");

    assertThat(look().stuck())
        .singleElement()
        .asString()
        .contains("acme cheque k-1 expired")
        .contains("not purged");
  }

  @Test
  void aMarkerThatExpiredLongAgoIsStuckAndOneThatJustDidIsNot() throws SQLException {
    marker("now() - interval '10 seconds'");
    assertThat(look().stuck()).isEmpty();

    database.execute("UPDATE semel.inbox SET expires_at = now() - interval '2 minutes'");
    assertThat(look().stuck()).singleElement().asString().contains("message m-1 of notices");
  }

  @Test
  void anEventFromLongAgoIsStuckAndAFreshOneIsNot() throws SQLException {
    event("now() - interval '10 seconds'");
    assertThat(look().stuck()).isEmpty();

    database.execute("UPDATE semel.outbox SET recorded_at = now() - interval '2 minutes'");
    assertThat(look().stuck()).singleElement().asString().contains("of acme is from");
  }

  @ParameterizedTest
  @CsvSource({"WAITING", "PARKED", "DEAD"})
  void aMessageThatIsNotAppliedIsStuck(String state) throws SQLException {
    message(state);

    assertThat(look().stuck())
        .singleElement()
        .asString()
        .contains("m-1 of notices")
        .contains(state);
  }

  @Test
  void aMessageThatIsAppliedIsNotStuck() throws SQLException {
    message("APPLIED");

    assertThat(look().stuck()).isEmpty();
  }

  @Test
  void aMessageThatCameWithAnotherPayloadIsStuck() throws SQLException {
    database.execute(
        """
        INSERT INTO semel.inbox_violation (
          first_seen_at, last_seen_at, times, consumer, source, message_id, tenant, payload_hash, headers)
        VALUES (now(), now(), 1, 'notices', 'bank', 'm-1', 'acme', sha256('y'), '{}')
        """);

    assertThat(look().stuck()).singleElement().asString().contains("came with another payload");
  }

  @Test
  void aTransactionInWhichNobodyWorksIsStuck() throws SQLException {
    try (Connection idle = database.connect()) {
      idle.setAutoCommit(false);
      Sql.query(idle, row -> row.getInt(1), "SELECT 1");

      assertThat(look().stuck()).singleElement().asString().contains("is open since");
      assertThat(new StuckRows(database.dataSource(), 600).look().stuck()).isEmpty();
      idle.rollback();
    }
  }

  @Test
  void anEventThatIsHeldIsStuck() throws SQLException {
    database.execute(
        """
        INSERT INTO semel.relay_held (relay, seq, shard, state, tenant, aggregatetype, aggregateid, attempts, held_at)
        VALUES ('%s', 1, 0, 'WAITING', 'acme', 'account', '7', 0, now())
        """
            .formatted(Parts.RELAY));

    assertThat(look().stuck()).singleElement().asString().contains("1 held");
  }
}
