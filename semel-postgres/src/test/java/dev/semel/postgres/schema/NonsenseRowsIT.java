package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that mean nothing cannot be written, whoever writes them. */
class NonsenseRowsIT {
  private static final String GOOD_ROWS =
      """
      INSERT INTO semel.intent (
        key, state, answer, settled_at, content_type, content_schema, content, reference_type, reference_id,
        code, detail, reason, lease_owner, lease_until, fence,
        claimed_at, record_id, attempts, tenant, operation, principal, fingerprint_scheme, fingerprint_schema, fingerprint)
      SELECT v.*, now(), gen_random_uuid(), 1, 'acme', 'pay', '', 'text-1', 1, sha256('x')
      FROM (VALUES
        ('full',      'EXECUTED', 'FULL',        now(), 'text/plain', 1, ''::bytea, NULL, NULL, NULL, NULL, NULL, NULL, NULL::timestamptz, 0),
        ('reference', 'EXECUTED', 'REFERENCE',   now(), NULL, NULL, NULL, 'case', '7', NULL, NULL, NULL, NULL, NULL, 0),
        ('status',    'EXECUTED', 'STATUS_ONLY', now(), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0),
        ('tombstone', 'EXECUTED', 'TOMBSTONE',   now(), NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'too large', NULL, NULL, 0),
        ('rejected',  'REJECTED', 'REFUSAL',     now(), NULL, NULL, NULL, NULL, NULL, 'NO', '', NULL, NULL, NULL, 0),
        ('failed',    'FAILED',   'REFUSAL',     now(), NULL, NULL, NULL, NULL, NULL, 'NO', '', NULL, NULL, NULL, 1),
        ('abandoned', 'ABANDONED','REFUSAL',     now(), NULL, NULL, NULL, NULL, NULL, 'NO', '', NULL, NULL, NULL, 2),
        ('running',   'RUNNING',  NULL,          NULL,  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'node', now(), 1),
        ('released',  'RELEASED', NULL,          NULL,  NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'later', NULL, NULL, 1),
        ('unknown',   'UNKNOWN',  NULL,          NULL,  NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'no reply', NULL, NULL, 1)
      ) AS v;
      INSERT INTO semel.audit VALUES (now(), gen_random_uuid(), 'acme', 'pay', '', 'full', 'PAY', 'thing');
      INSERT INTO semel.recovery VALUES (now(), gen_random_uuid(), 2, 'ABANDONED', 'it is gone', 'an operator');
      INSERT INTO semel.outbox (id, aggregatetype, aggregateid, type, event_key, headers, tenant, recorded_at)
      VALUES (gen_random_uuid(), 'case', '7', 'Opened', 'key', '{}', 'acme', now());
      INSERT INTO semel.relay_stream (relay, slot, state, saved_at) VALUES ('cases', 'semel_cases', 'NEW', now());
      INSERT INTO semel.inbox (recorded_at, record_id, consumer, source, message_id, payload_hash)
      VALUES (now(), gen_random_uuid(), 'board', 'cases', 'm-1', sha256('x'));
      INSERT INTO semel.inbox_message (
        received_at, due_at, fence, attempts, consumer, source, message_id, state, tenant, payload_hash, headers)
      VALUES (now(), now(), 0, 0, 'board', 'cases', 'm-1', 'WAITING', 'acme', sha256('x'), '{}');
      INSERT INTO semel.inbox_violation (
        first_seen_at, last_seen_at, times, consumer, source, message_id, tenant, payload_hash, headers)
      VALUES (now(), now(), 1, 'board', 'cases', 'm-1', 'acme', sha256('y'), '{}');
      INSERT INTO semel.webhook_endpoint VALUES ('billing', 1, 'DISABLED', now(), 'ada', 'it is gone');
      INSERT INTO semel.webhook_failing VALUES ('billing', 0, now(), 'HTTP 503')
      """;

  private static PostgresDatabase database;

  @BeforeAll
  static void insertGoodRows() {
    database = SchemaSupport.migratedDatabase();
    database.execute(GOOD_ROWS);
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @Test
  void goodRowsAreWelcome() {
    assertThat(database.queryLong("SELECT count(*) FROM semel.intent")).isEqualTo(10);
  }

  static Stream<String> nonsenseIntents() {
    return Stream.of(
        "full: tenant = ''",
        "full: operation = ''",
        "full: key = ''",
        "full: fingerprint = '\\x00'",
        "full: fingerprint = decode(repeat('00', 65), 'hex')",
        "full: fingerprint_schema = 0",
        "full: fence = -1",
        "full: attempts = 0",
        "full: state = 'DREAMING'",
        "full: answer = 'SHRUG'",
        "full: answer = NULL",
        "full: answer = 'REFUSAL'",
        "full: state = 'RUNNING'",
        "full: state = 'REJECTED'",
        "full: settled_at = NULL",
        "full: content = NULL",
        "full: content_type = NULL",
        "full: content_schema = NULL",
        "full: reference_type = 'case', reference_id = '7'",
        "full: code = 'NO', detail = ''",
        "full: reason = 'too large'",
        "full: lease_owner = 'node', lease_until = now()",
        "reference: reference_id = NULL",
        "reference: content_type = 'text/plain', content_schema = 1, content = ''",
        "status: content = ''",
        "status: reason = 'why'",
        "tombstone: reason = NULL",
        "rejected: code = NULL",
        "rejected: detail = NULL",
        "rejected: answer = 'FULL'",
        "rejected: answer = NULL",
        "failed: answer = 'STATUS_ONLY'",
        "abandoned: answer = 'TOMBSTONE', reason = 'x'",
        "running: lease_owner = NULL",
        "running: lease_until = NULL",
        "running: fence = 0",
        "running: expires_at = now()",
        "running: settled_at = now()",
        "running: answer = 'STATUS_ONLY'",
        "running: reason = 'why'",
        "released: reason = NULL",
        "released: lease_owner = 'node', lease_until = now()",
        "released: settled_at = now()",
        "released: fence = 0",
        "unknown: reason = NULL",
        "unknown: expires_at = now()",
        "unknown: answer = 'FULL', content_type = 'text/plain', content_schema = 1, content = ''",
        "unknown: fence = 0");
  }

  @ParameterizedTest
  @MethodSource("nonsenseIntents")
  void anIntentThatMeansNothingIsRefused(String nonsense) {
    String[] parts = nonsense.split(": ", 2);

    assertThat(
            sqlStateOf("UPDATE semel.intent SET %s WHERE key = '%s'".formatted(parts[1], parts[0])))
        .isEqualTo("23514");
  }

  /** What Java could not read back: its records refuse the same. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "full: content_schema = 0",
        "full: content_type = ''",
        "full: fingerprint_scheme = ''",
        "reference: reference_type = ''",
        "reference: reference_id = ''",
        "rejected: code = ''",
      })
  void anIntentThatCouldNotBeReadBackIsRefused(String nonsense) {
    anIntentThatMeansNothingIsRefused(nonsense);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenant",
        "operation",
        "principal",
        "key",
        "state",
        "fence",
        "attempts",
        "record_id",
        "claimed_at",
        "fingerprint",
        "fingerprint_scheme",
        "fingerprint_schema"
      })
  void anIntentWithoutWhatEveryIntentHasIsRefused(String column) {
    assertThat(sqlStateOf("UPDATE semel.intent SET %s = NULL WHERE key = 'full'".formatted(column)))
        .isEqualTo("23502");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tenant", "operation", "principal", "key"})
  void aNameThatIsTooLongIsRefused(String column) {
    assertThat(
            sqlStateOf(
                "UPDATE semel.intent SET %s = repeat('x', 256) WHERE key = 'full'"
                    .formatted(column)))
        .isIn("22001", "23514");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "audit SET action = ''",
        "audit SET subject = ''",
        "recovery SET classification = 'PERHAPS'",
        "outbox SET aggregatetype = ''",
        "outbox SET aggregateid = ''",
        "outbox SET type = ''",
        "outbox SET event_key = ''",
        "outbox SET tenant = ''",
        "outbox SET headers = '[]'",
        "webhook_endpoint SET endpoint = ''",
        "webhook_endpoint SET version = 0",
        "webhook_endpoint SET state = 'PERHAPS'",
        "webhook_failing SET endpoint = ''",
        "webhook_failing SET version = -1",
        "relay_stream SET relay = ''",
        "relay_stream SET slot = ''",
        "relay_stream SET state = 'PERHAPS'",
        "relay_stream SET state = 'STREAMING'",
        "relay_stream SET begins_after = '1:1: 1 0'",
        "relay_stream SET set_up_id = gen_random_uuid()",
        "relay_stream SET state = 'STREAMING', begins_after = '1:1: 1 0'",
        "relay_stream SET passed_seq = 1",
      })
  void aRowOfTheOtherTablesThatMeansNothingIsRefused(String nonsense) {
    assertThat(sqlStateOf("UPDATE semel.%s".formatted(nonsense))).isEqualTo("23514");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "inbox SET consumer = ''",
        "inbox SET source = ''",
        "inbox SET message_id = ''",
        "inbox SET payload_hash = 'short'",
        "inbox_message SET state = 'PERHAPS'",
        "inbox_message SET due_at = NULL",
        "inbox_message SET settled_at = now()",
        "inbox_message SET state = 'PARKED'",
        "inbox_message SET state = 'DEAD'",
        "inbox_message SET state = 'DEAD', reason = 'why'",
        "inbox_message SET state = 'APPLIED', due_at = NULL",
        "inbox_message SET state = 'APPLIED', settled_at = now()",
        "inbox_message SET state = 'IGNORED', settled_at = now(), due_at = NULL",
        "inbox_message SET attempts = -1",
        "inbox_message SET fence = -1",
        "inbox_message SET headers = '[]'",
        "inbox_violation SET times = 0",
        "inbox_violation SET headers = '[]'",
      })
  void aRowOfTheInboxThatMeansNothingIsRefused(String nonsense) {
    assertThat(sqlStateOf("UPDATE semel.%s".formatted(nonsense))).isEqualTo("23514");
  }

  @Test
  void aSecondRecordOfTheSameIntentIsRefused() {
    assertThat(sqlStateOf("UPDATE semel.intent SET key = 'full' WHERE key = 'status'"))
        .isEqualTo("23505");
  }

  /** The effect of a statement is never kept, so that each finds the good rows. */
  private static String sqlStateOf(String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      SQLException refusal =
          catchThrowableOfType(SQLException.class, () -> statement.executeUpdate(sql));
      connection.rollback();
      return refusal == null ? "accepted" : refusal.getSQLState();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
