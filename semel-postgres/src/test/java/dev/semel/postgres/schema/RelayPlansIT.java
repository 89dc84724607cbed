package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.ReplayRequest;
import dev.semel.relay.spi.Cursor;
import dev.semel.relay.spi.Mark;
import dev.semel.relay.spi.OutboxSession;
import dev.semel.relay.spi.ReadPage;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However much history there is, the relay reads on from its place. */
class RelayPlansIT {
  private static final int EVENTS = 30_000;
  private static final Set<Integer> SHARDS = Set.of(0, 1, 2);
  private static final int LOOKS_UNTIL_A_PLAN_IS_KEPT = 15;

  private static PostgresDatabase database;
  private static PlanRecorder recorder;
  private static PostgresRelays relays;

  @BeforeAll
  static void fill() {
    database = SchemaSupport.migratedDatabase();
    publish(database, EVENTS);
    recorder = new PlanRecorder(database);
    relays = PostgresRelays.on(recorder.dataSource());
    relays.setUp("plans", 16, RelaySettings.Start.OLDEST);
  }

  private static void publish(PostgresDatabase to, int events) {
    to.execute(
        """
        INSERT INTO semel.outbox (
          id, aggregatetype, aggregateid, type, payload, event_key, headers, tenant, recorded_at)
        SELECT gen_random_uuid(), 'case', 'case ' || n %% 1000, 'changed', '{}', n::text, '{}', 'acme', now()
        FROM generate_series(1, %d) AS n
        """
            .formatted(events));
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @BeforeEach
  void clear() {
    recorder.clear();
  }

  /** Whether the server has ever counted the table or not. */
  @Test
  void aPageIsReadByTheOrderOfItsSeq() {
    Cursor start = relays.acquire("plans", "node", Duration.ofMinutes(1), 1).get(0).cursor();
    try (OutboxSession session = relays.open()) {
      Mark mark = session.mark(null);
      assertReadByIndex(session.read(start, mark, SHARDS, 16, 100));
      database.execute("ANALYZE semel.outbox");
      recorder.clear();
      assertReadByIndex(session.read(start, mark, SHARDS, 16, 100));
    }
  }

  private void assertReadByIndex(ReadPage page) {
    assertThat(page.events()).hasSize(100);
    assertThat(recorder.plans())
        .contains("Index Scan using outbox_seq on outbox")
        .contains("outbox_order")
        .doesNotContain("Seq Scan on outbox o");
  }

  /** The server keeps the plan that it made when there was next to nothing in the table. */
  @Test
  void anOutboxThatWasNewWhenTheSessionBeganIsNotReadWholeLater() {
    try (PostgresDatabase fresh = SchemaSupport.migratedDatabase()) {
      PlanRecorder plans = new PlanRecorder(fresh);
      PostgresRelays ofFresh = PostgresRelays.on(plans.dataSource());
      ofFresh.setUp("plans", 16, RelaySettings.Start.OLDEST);
      Cursor cursor = ofFresh.acquire("plans", "node", Duration.ofMinutes(1), 1).get(0).cursor();
      try (OutboxSession session = ofFresh.open()) {
        for (int look = 0; look < LOOKS_UNTIL_A_PLAN_IS_KEPT; look++) {
          publish(fresh, 1);
          plans.clear();
          cursor = session.read(cursor, session.mark(null), SHARDS, 16, 100).after();
        }
      }
      assertThat(plans.plans()).contains("outbox_order").doesNotContain("Seq Scan on outbox o");
    }
  }

  /** As a large table makes it wish to: here it is told that they cost nothing. */
  @Test
  void noProcessesAreStartedForALook() throws SQLException {
    try (PostgresDatabase eager = SchemaSupport.migratedDatabase()) {
      publish(eager, EVENTS);
      eager.execute(
          """
          ANALYZE semel.outbox;
          ALTER DATABASE "%1$s" SET parallel_setup_cost = 0;
          ALTER DATABASE "%1$s" SET parallel_tuple_cost = 0;
          ALTER DATABASE "%1$s" SET min_parallel_table_scan_size = 0;
          ALTER DATABASE "%1$s" SET min_parallel_index_scan_size = 0
          """
              .formatted(eager.name()));
      PlanRecorder plans = new PlanRecorder(eager);
      PostgresRelays ofEager = PostgresRelays.on(plans.dataSource());
      ofEager.setUp("plans", 16, RelaySettings.Start.OLDEST);
      Cursor start = ofEager.acquire("plans", "node", Duration.ofMinutes(1), 1).get(0).cursor();
      try (OutboxSession session = ofEager.open()) {
        for (int look = 0; look < LOOKS_UNTIL_A_PLAN_IS_KEPT; look++) {
          plans.clear();
          session.read(start, session.mark(null), SHARDS, 16, 100);
        }
      }
      assertThat(plans.plans()).contains("outbox_order").doesNotContain("Parallel");
    }
  }

  @Test
  void aConnectionIsGivenBackAsItWas() throws SQLException {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setDataSource(database.dataSource());
      pool.setMaximumPoolSize(1);
      String before = plannerSettings(pool);
      PostgresRelays.on(pool).open().close();
      assertThat(plannerSettings(pool)).isEqualTo(before);
    }
  }

  private static String plannerSettings(DataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        ResultSet row =
            connection
                .createStatement()
                .executeQuery(
                    """
                    SELECT string_agg(name || '=' || setting, ', ' ORDER BY name)
                    FROM pg_settings
                    WHERE source <> 'default'
                       OR name IN ('enable_seqscan', 'max_parallel_workers_per_gather', 'jit')
                    """)) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void eventsThatAreAskedForByIdAreNotLookedForOneByOne() {
    database.execute("ANALYZE semel.outbox");
    ReplayRequest one = ReplayRequest.named("again").events(UUID.randomUUID());
    try (OutboxSession session = relays.open()) {
      Mark mark = session.mark(null);
      recorder.clear();
      session.readRange(one, 0, mark, 16, 100);
    }
    assertThat(recorder.plans())
        .contains("outbox_pkey")
        .doesNotContain("outbox_seq")
        .doesNotContain("Seq Scan on outbox o");
  }

  /** Every health probe asks for it. */
  @Test
  void statusReadsOnlyWhatCameAfterThePositions() {
    relays.setUp("status", 16, RelaySettings.Start.NOW);
    for (int look = 0; look < LOOKS_UNTIL_A_PLAN_IS_KEPT; look++) {
      recorder.clear();
      assertThat(relays.status("status").waitingEvents()).isZero();
      assertThat(recorder.plans())
          .containsPattern("outbox_order[^\n]*\n\\s*Index Cond: \\(xid >= ")
          .doesNotContain("Seq Scan on outbox o");
    }
  }

  @Test
  void purgeLooksAtTheOldestByTheirSeq() {
    relays.purgeBatch(new OutboxRetention(Duration.ofDays(1), 100, 1), 0);
    assertThat(recorder.plans())
        .contains("Index Scan using outbox_seq on outbox")
        .doesNotContain("Seq Scan on outbox o");
  }
}
