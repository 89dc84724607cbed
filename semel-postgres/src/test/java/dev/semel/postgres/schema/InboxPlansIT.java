package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.PurgeSettings;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.inbox.MessageId;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.VersionGuard;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Among many messages each statement of the inbox finds its own by the index made for it. */
class InboxPlansIT {
  private static final int MESSAGES = 20_000;
  private static final ConsumerSettings CONSUMER =
      ConsumerSettings.named("shelf", "acme").inOrder(VersionGuard.parking());
  private static final MessageHandler NOTHING = (message, effect) -> {};

  private static PostgresDatabase database;
  private static PlanRecorder recorder;
  private static Inbox inbox;

  /** Almost all are applied; a few wait, are parked or dead. */
  @BeforeAll
  static void fill() {
    database = SchemaSupport.migratedDatabase();
    database.execute(
        """
        INSERT INTO semel.inbox (recorded_at, expires_at, record_id, consumer, source, message_id, payload_hash)
        SELECT now(), CASE WHEN n %% 20 > 2 THEN now() - interval '1 day' + n * interval '1 minute' END,
               gen_random_uuid(), 'shelf', 'orders', 'm-' || n, sha256('x')
        FROM generate_series(1, %1$s) AS n;
        INSERT INTO semel.inbox_message (
          received_at, due_at, settled_at, fence, attempts, consumer, source, message_id, state, tenant, key,
          aggregate_type, aggregate_version, reason, payload_hash, headers)
        SELECT now(), CASE WHEN n %% 20 < 2 THEN now() - interval '1 hour' END,
               CASE WHEN n %% 20 > 2 THEN now() END, 1, 1, 'shelf', 'orders', 'm-' || n,
               CASE n %% 20 WHEN 0 THEN 'WAITING' WHEN 1 THEN 'PARKED' WHEN 2 THEN 'DEAD' ELSE 'APPLIED' END,
               'acme', 'key-' || n %% 700, 'thing', 3, 'why', sha256('x'), '{}'
        FROM generate_series(1, %1$s) AS n;
        INSERT INTO semel.inbox_version (moved_at, version, consumer, tenant, aggregate_type, key, types)
        SELECT now(), 1, 'shelf', 'acme', 'thing', 'key-' || n, 'x' FROM generate_series(0, %1$s) AS n;
        INSERT INTO semel.inbox_violation (
          first_seen_at, last_seen_at, times, consumer, source, message_id, tenant, payload_hash, headers)
        SELECT now() + n * interval '1 second', now(), 1, 'shelf', 'orders', 'm-' || n, 'acme', sha256('y'), '{}'
        FROM generate_series(1, %1$s) AS n
        """
            .formatted(MESSAGES));
    database.execute(
        "ANALYZE semel.inbox, semel.inbox_message, semel.inbox_version, semel.inbox_violation");
    recorder = new PlanRecorder(database);
    inbox = Inbox.on(PostgresStore.on(recorder.dataSource()).inbox());
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @BeforeEach
  void clear() {
    recorder.clear();
  }

  private static Message message(long version) {
    return Message.of("orders", UUID.randomUUID().toString(), null)
        .about("thing", UUID.randomUUID().toString(), version);
  }

  @Test
  void aClaimLooksByTheKeys() {
    inbox.consume(CONSUMER, message(1), NOTHING);

    assertPlanned("pg_try_advisory_xact_lock", "inbox_pkey", "inbox_version_pkey");
  }

  @Test
  void parkedMessagesAreReleasedByTheirKey() {
    inbox.consume(CONSUMER, message(1), NOTHING);

    assertPlanned("SET state = 'WAITING'", "inbox_message_key");
  }

  @Test
  void workersWalkTheOpenOnes() {
    inbox.store(CONSUMER, List.of(message(1)));
    recorder.clear();
    assertThat(inbox.workOff(CONSUMER, NOTHING).claimed()).isPositive();

    assertPlanned("WITH time AS", "inbox_message_open", "inbox_message_key");
  }

  @Test
  void overdueOnesAreFoundByTheTimeTheyAreDue() {
    inbox.workOff(CONSUMER, NOTHING);

    assertPlanned("SET due_at = NULL", "inbox_message_overdue");
  }

  @Test
  void aPurgeWalksTheExpiry() {
    assertThat(inbox.purge(new PurgeSettings(10, 1))).isEqualTo(10);

    assertPlanned("WITH expired AS", "inbox_expires", "Tid Scan on inbox");
  }

  @Test
  void operatorsLookByTheIndexes() {
    inbox.records().find("shelf", new MessageId("orders", "m-17"));
    assertPlanned("SELECT m.source", "Index Scan using inbox_message_pkey");
    recorder.clear();
    inbox.records().list("shelf", MessageState.DEAD, 10);
    assertPlanned("SELECT m.source", "Index Scan using inbox_message_open");
    recorder.clear();
    inbox.records().counts("shelf");
    assertPlanned("count(*)", "on inbox_message_");
    recorder.clear();
    inbox.records().violations("shelf", 10);
    assertPlanned("FROM \"semel\".inbox_violation", "inbox_violation_seen");
    recorder.clear();
    inbox.records().redriveAll("shelf", 1);
    assertPlanned("SET state = 'WAITING'", "inbox_message_open");
  }

  private static void assertPlanned(String statement, String... scans) {
    assertThat(recorder.plans())
        .contains(statement)
        .contains(scans)
        .doesNotContain("Seq Scan on inbox");
  }
}
