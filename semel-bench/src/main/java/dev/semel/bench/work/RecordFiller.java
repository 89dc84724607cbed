package dev.semel.bench.work;

import dev.semel.bench.measure.Progress;
import dev.semel.postgres.PostgresSchema;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.Locale;

/**
 * Makes record tables large: rows as commands leave them behind, in the order of time, under keys
 * in no order. What is complete is noted, so that a folder that is kept is filled once.
 */
public final class RecordFiller {
  private static final int CHUNK_RECORDS = 500_000;
  private static final String NOTES =
      """
      CREATE SCHEMA IF NOT EXISTS kept;
      CREATE TABLE IF NOT EXISTS kept.filled (schema_name text PRIMARY KEY)
      """;
  private static final String INSERT =
      """
      INSERT INTO ${schema}.intent (
        claimed_at, settled_at, expires_at, fence, record_id, attempts,
        tenant, operation, principal, key,
        fingerprint_scheme, fingerprint_schema, fingerprint,
        state, answer, content_type, content_schema, content)
      SELECT t.at, t.at, t.at + interval '30 days', 0, gen_random_uuid(), 1,
             'bench', 'pay', '', gen_random_uuid()::text,
             'text-1/sha-256', 1, sha256(int8send(n)),
             'EXECUTED', 'FULL', 'text/plain; charset=utf-8', 1,
             convert_to(rpad('{"payment":"accepted","number":' || n, 60, '.'), 'UTF8')
      FROM generate_series(${from}, ${to}) AS n
      CROSS JOIN LATERAL (
        SELECT statement_timestamp() - interval '${age}' + n * interval '1 millisecond') AS t (at)
      """;

  private final PostgresDatabase database;
  private final Progress progress;

  public RecordFiller(PostgresDatabase database, Progress progress) {
    this.database = database;
    this.progress = progress;
    database.execute(NOTES);
  }

  /** A schema with so many records that still answer; returns its name. */
  public String fill(int records) {
    String schema = "records_" + records;
    if (records > 0 && isFilled(schema)) {
      progress.say("%s is there already".formatted(schema));
      return schema;
    }
    makeAnew(schema);
    insert(schema, records, "1 day");
    note(schema);
    return schema;
  }

  /** A schema with so many records that may be purged; returns its name. */
  public String fillExpired(int records) {
    String schema = "records_expired";
    makeAnew(schema);
    insert(schema, records, "60 days");
    return schema;
  }

  /** Adds records that may be purged. */
  public void addExpired(String schema, int records) {
    insertChunk(schema, 1, records, "60 days");
  }

  private boolean isFilled(String schema) {
    return database.queryLong("SELECT count(*) FROM kept.filled WHERE schema_name = ?", schema) > 0;
  }

  private void makeAnew(String schema) {
    database.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
    PostgresSchema.named(database.dataSource(), schema).migrate();
  }

  private void insert(String schema, int records, String age) {
    for (int done = 0; done < records; done += CHUNK_RECORDS) {
      int to = Math.min(done + CHUNK_RECORDS, records);
      insertChunk(schema, done + 1, to, age);
      progress.say(
          String.format(Locale.ROOT, "filling %s: %,d of %,d records", schema, to, records));
    }
    progress.say("vacuuming " + schema);
    database.execute("VACUUM ANALYZE " + schema + ".intent");
    database.execute("CHECKPOINT");
  }

  private void insertChunk(String schema, int from, int to, String age) {
    database.execute(
        INSERT
            .replace("${schema}", schema)
            .replace("${from}", Integer.toString(from))
            .replace("${to}", Integer.toString(to))
            .replace("${age}", age));
  }

  private void note(String schema) {
    database.execute("INSERT INTO kept.filled VALUES ('" + schema + "') ON CONFLICT DO NOTHING");
  }
}
