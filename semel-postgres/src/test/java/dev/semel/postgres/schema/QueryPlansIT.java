package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Done;
import dev.semel.IntentId;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.IntentRecord;
import dev.semel.testing.postgres.PostgresDatabase;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Among many records each statement finds its own by the index that was made for it. */
class QueryPlansIT {
  private static final int RECORDS = 20_000;

  private static PostgresDatabase database;
  private static PlanRecorder recorder;
  private static Semel semel;

  /** Almost all are settled, in the order of time; a few are open, retried or expired. */
  @BeforeAll
  static void fill() {
    database = SchemaSupport.migratedDatabase();
    database.execute(
        """
        INSERT INTO semel.intent (
          key, state, answer, settled_at, expires_at, reason, lease_owner, lease_until, fence,
          claimed_at, record_id, attempts, tenant, operation, principal, fingerprint_scheme, fingerprint_schema, fingerprint)
        SELECT 'key-' || n,
               CASE open WHEN 0 THEN 'RUNNING' WHEN 1 THEN 'UNKNOWN' ELSE 'EXECUTED' END,
               CASE WHEN open > 1 THEN 'STATUS_ONLY' END,
               CASE WHEN open > 1 THEN at END,
               CASE WHEN open > 1 THEN at + interval '30 days' END,
               CASE WHEN open = 1 THEN 'no reply' END,
               CASE WHEN open = 0 THEN 'node' END,
               CASE WHEN open = 0 THEN at END,
               1, at, gen_random_uuid(), CASE WHEN n %% 500 = 7 THEN 3 ELSE 1 END,
               'acme', 'pay', '', 'text-1', 1, sha256('x')
        FROM generate_series(1, %1$s) AS n,
             LATERAL (SELECT now() - (%1$s - n) * interval '131 seconds', n %% 1000) AS x (at, open)
        """
            .formatted(RECORDS));
    database.execute("ANALYZE semel.intent");
    recorder = new PlanRecorder(database);
    semel = Semel.on(PostgresStore.on(recorder.dataSource()));
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @BeforeEach
  void clear() {
    recorder.clear();
  }

  @Test
  void aClaimLooksByTheKey() {
    semel.once(SchemaSupport.RENAME.intent("acme", UUID.randomUUID().toString(), "x"), e -> "y");

    assertPlanned("pg_try_advisory_xact_lock", "Index Scan using intent_pkey on intent");
  }

  @Test
  void aReplayLooksByTheKey() {
    var intent = SchemaSupport.RENAME.intent("acme", UUID.randomUUID().toString(), "x");
    semel.once(intent, effect -> "y");
    recorder.clear();
    semel.once(intent, effect -> "y");

    assertPlanned("SELECT i.record_id", "Index Scan using intent_pkey on intent");
  }

  @Test
  void anOperatorsLookUpIsByTheKey() {
    assertThat(semel.records().find(IntentId.of("acme", "pay", "key-17"))).isNotNull();

    assertPlanned("SELECT i.tenant", "Index Scan using intent_pkey on intent");
  }

  @Test
  void staleLeasesAreFoundAmongTheOpen() {
    assertThat(semel.records().staleLeases(10)).hasSize(10);

    assertPlanned("lease_until <=", "Index Scan using intent_open on intent");
  }

  @Test
  void unknownOutcomesAreFoundAmongTheOpen() {
    assertThat(semel.records().unknown(10)).hasSize(10);

    assertPlanned("'UNKNOWN'", "Index Scan using intent_open on intent");
  }

  @Test
  void theMostAttemptedAreFoundFromTheEndOfTheirIndex() {
    assertThat(semel.records().mostAttempted(10)).hasSize(10);

    assertPlanned("attempts DESC", "Index Scan Backward using intent_attempts on intent");
  }

  @Test
  void countsLookAtTheOpenAndAtTheLastPagesOfTheSettled() {
    assertThat(semel.records().counts(Duration.ofHours(1))).isNotEmpty();

    assertPlanned("count(*)", "intent_open", "Bitmap Index Scan on intent_settled");
  }

  @Test
  void theBacklogLooksAtTheOpenAndAtTheOldestExpiry() {
    assertThat(semel.records().backlog().oldestUnknown()).isNotNull();

    assertPlanned("min(", "intent_open", "intent_expires");
  }

  @Test
  void aPurgeWalksTheExpiryAndDeletesByAddress() {
    assertThat(semel.purge(new PurgeSettings(10, 1))).isLessThanOrEqualTo(10);

    assertPlanned("DELETE FROM", "Index Scan using intent_expires on intent", "Tid Scan on intent");
  }

  @Test
  void aLeaseIsChangedByTheKey() {
    Lease<Done> lease = lease(UUID.randomUUID().toString());
    recorder.clear();
    lease.heartbeat();
    assertPlanned("SET lease_until", "Index Scan using intent_pkey on intent");
    recorder.clear();
    lease.complete(Done.DONE);
    assertPlanned("SET settled_at", "Index Scan using intent_pkey on intent");
  }

  @Test
  void aReleaseAndAResumeAreByTheKey() {
    String key = UUID.randomUUID().toString();
    lease(key).release("later");
    assertPlanned("'RELEASED'", "Index Scan using intent_pkey on intent");
    recorder.clear();
    lease(key);
    assertPlanned("fence = fence + 1", "Index Scan using intent_pkey on intent");
  }

  @Test
  void aDecisionIsByTheKey() {
    Lease<Done> lease = lease(UUID.randomUUID().toString());
    lease.unknown("no reply");
    IntentRecord seen = Objects.requireNonNull(semel.records().find(lease.intent()));
    recorder.clear();
    semel.recoveries(SchemaSupport.FORGET).markAbandoned(seen, "gone", "an operator");

    assertPlanned("WITH decided", "Index Scan using intent_pkey on intent");
  }

  private static Lease<Done> lease(String key) {
    LeaseAttempt<Done> attempt =
        semel.lease(
            SchemaSupport.FORGET.intent("acme", key, "x"),
            LeaseTerms.of(Duration.ofMinutes(1), Takeover.takeOver()));
    return ((LeaseAttempt.Granted<Done>) attempt).lease();
  }

  private static void assertPlanned(String statement, String... scans) {
    assertThat(recorder.plans())
        .contains(statement)
        .contains(scans)
        .doesNotContain("Seq Scan on intent");
  }
}
