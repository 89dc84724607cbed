package dev.semel.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.relay.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A worker's claim stays cheap when many messages have come since the server looked at the table
 * last, and found it all but empty. A table of messages often is, after a purge.
 */
class InboxBacklogIT {
  private static final int BACKLOG = 8_000;
  private static final ConsumerSettings CONSUMER = ConsumerSettings.named("shelf", "acme");

  private static PostgresDatabase database;

  @BeforeAll
  static void fill() {
    database = SchemaSupport.migratedDatabase();
    database.execute("ALTER TABLE semel.inbox_message SET (autovacuum_enabled = false)");
    insert(1, BACKLOG);
    database.execute("DELETE FROM semel.inbox_message WHERE seq < %d".formatted(BACKLOG - 5));
    database.execute("VACUUM ANALYZE semel.inbox_message");
    insert(BACKLOG + 1, 2 * BACKLOG);
  }

  private static void insert(int first, int last) {
    database.execute(
        """
        INSERT INTO semel.inbox (recorded_at, record_id, consumer, source, message_id, payload_hash)
        SELECT now(), gen_random_uuid(), 'shelf', 'orders', 'm-' || n, sha256('x')
        FROM generate_series(%1$d, %2$d) AS n;
        INSERT INTO semel.inbox_message (
          received_at, due_at, fence, attempts, consumer, source, message_id, state, tenant, key,
          payload_hash, headers)
        SELECT now(), now() - interval '1 hour', 0, 0, 'shelf', 'orders', 'm-' || n, 'WAITING',
               'acme', 'key-' || n %% 1000, sha256('x'), '{}'
        FROM generate_series(%1$d, %2$d) AS n
        """
            .formatted(first, last));
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @Test
  void aClaimReadsEachMessageAFewTimesAtMost() {
    Inbox inbox = Inbox.on(PostgresStore.on(database.dataSource()).inbox());
    long updatedBefore = statistic("n_tup_upd");
    long readBefore = tuplesRead();

    int claimed = inbox.workOff(CONSUMER, (message, effect) -> {}).claimed();

    assertThat(claimed).isEqualTo(CONSUMER.work().maxBatch());
    Eventually.holds(
        "what was done is counted", () -> statistic("n_tup_upd") >= updatedBefore + 2L * claimed);
    assertThat(tuplesRead() - readBefore).isLessThan(10L * BACKLOG);
  }

  private static long statistic(String column) {
    return database.queryLong(
        "SELECT coalesce(%s, 0) FROM pg_stat_user_tables WHERE relname = 'inbox_message'"
            .formatted(column));
  }

  private static long tuplesRead() {
    return statistic("seq_tup_read")
        + database.queryLong(
            "SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'inbox_message'");
  }
}
