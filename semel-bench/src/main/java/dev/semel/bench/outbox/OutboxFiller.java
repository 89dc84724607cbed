package dev.semel.bench.outbox;

import dev.semel.bench.measure.Progress;
import dev.semel.bench.work.BusinessTables;
import dev.semel.bench.work.EventSample;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.Locale;

/** Puts events into Semel's outbox by SQL, as publishers leave them behind. */
public final class OutboxFiller {
  private static final int CHUNK_EVENTS = 500_000;
  private static final String INSERT =
      """
      INSERT INTO semel.outbox (
        id, aggregatetype, aggregateid, type, payload, event_key, headers, tenant, recorded_at)
      SELECT e.id, '${aggregate}', (1 + floor(random() * 100000))::text, '${type}',
             jsonb_set('${payload}', '{number}', to_jsonb(e.number)), e.id::text, '{}', 'bench', now()
      FROM generate_series(${from}, ${to}) AS s (number)
      CROSS JOIN LATERAL (SELECT gen_random_uuid(), s.number) AS e (id, number)
      """;

  /** In many transactions; who has to wait for it need not wait for the disk. */
  private static final String INSERT_IN_TRANSACTIONS =
      """
      DO $do$
      BEGIN
        PERFORM set_config('synchronous_commit', 'off', false);
        FOR i IN 0 .. ${last} BY ${each} LOOP
          ${insert};
          COMMIT;
        END LOOP;
      END
      $do$
      """;

  private final PostgresDatabase database;

  public OutboxFiller(PostgresDatabase database) {
    this.database = database;
  }

  /** Empties the outbox. */
  public void empty() {
    database.execute("TRUNCATE TABLE semel.outbox");
  }

  /**
   * Events with the numbers from 0 on.
   *
   * @param perTransaction how many are written by one transaction
   */
  public void add(int events, int perTransaction) {
    String insert = insert("i", "least(i + " + (perTransaction - 1) + ", " + (events - 1) + ")");
    database.execute(
        INSERT_IN_TRANSACTIONS
            .replace("${insert}", insert)
            .replace("${last}", Integer.toString(events - 1))
            .replace("${each}", Integer.toString(perTransaction)));
    database.execute("ANALYZE semel.outbox");
  }

  private static String insert(String from, String to) {
    return INSERT
        .replace("${from}", from)
        .replace("${to}", to)
        .replace("${aggregate}", EventSample.AGGREGATE_TYPE)
        .replace("${type}", EventSample.TYPE)
        .replace("${payload}", EventSample.payload(0))
        .strip();
  }

  /**
   * A database whose outbox has so many old events; made once where files are kept.
   *
   * <p>Indexes are made afterwards, which is much faster.
   */
  public void fillHistory(int events, Progress progress) {
    database.execute(
        """
        CREATE SCHEMA IF NOT EXISTS kept;
        CREATE TABLE IF NOT EXISTS kept.history (events bigint)
        """);
    if (database.queryLong("SELECT count(*) FROM kept.history WHERE events = ?", events) > 0) {
      progress.say(String.format(Locale.ROOT, "%,d old events are there already", events));
      return;
    }
    BusinessTables.create(database);
    database.execute(
        """
        ALTER TABLE semel.outbox DROP CONSTRAINT outbox_pkey;
        DROP INDEX semel.outbox_order, semel.outbox_seq
        """);
    for (int done = 0; done < events; done += CHUNK_EVENTS) {
      int to = Math.min(done + CHUNK_EVENTS, events);
      database.execute(insert(Integer.toString(done), Integer.toString(to - 1)));
      progress.say(
          String.format(Locale.ROOT, "filling the outbox: %,d of %,d old events", to, events));
    }
    progress.say("making its indexes");
    database.execute("ALTER TABLE semel.outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (id)");
    database.execute("CREATE INDEX outbox_order ON semel.outbox (xid, seq)");
    database.execute("CREATE UNIQUE INDEX outbox_seq ON semel.outbox (seq)");
    database.execute("VACUUM ANALYZE semel.outbox");
    database.execute("INSERT INTO kept.history VALUES (" + events + ")");
  }
}
