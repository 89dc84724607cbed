package dev.semel.bench.work;

import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.measure.Variant;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Retries of settled intents, and the look-up of a row of the same size by its primary key. */
public final class Replays {
  public static final String SEEN_LATELY = "Semel, seen lately by this node";
  public static final String NOT_SEEN = "Semel, not seen by this node";

  private static final String TENANT = "replay";

  /** Walked in turn, they are too many for a node to remember until it comes round again. */
  private static final int KEYS = 100_000;

  /** So few that a node remembers nearly all of them. */
  private static final int KEYS_SEEN_LATELY = 500;

  private static final String SELECT = "SELECT id, body FROM bench.look_up WHERE id = ?";

  private final DataSource dataSource;
  private final Semel semel;
  private final UUID[] keys;
  private final AtomicInteger next = new AtomicInteger();

  private Replays(DataSource dataSource, Semel semel, UUID[] keys) {
    this.dataSource = dataSource;
    this.semel = semel;
    this.keys = keys;
  }

  /** Settles one intent and copies its record under many keys; the rows to look up are as large. */
  public static void prepare(PostgresDatabase database) {
    Semel.on(PostgresStore.on(database.dataSource()))
        .once(SmallCommands.PAY.intent(TENANT, "first", Samples.PAYLOAD), effect -> Samples.RESULT);
    database.execute(
        String.format(
            Locale.ROOT,
            """
        INSERT INTO semel.intent (
          claimed_at, settled_at, expires_at, fence, record_id, attempts, tenant, operation,
          principal, key, fingerprint_scheme, fingerprint_schema, fingerprint, state, answer,
          content_type, content_schema, content)
        SELECT claimed_at, settled_at, expires_at, fence, gen_random_uuid(), attempts, tenant,
               operation, principal, gen_random_uuid()::text, fingerprint_scheme,
               fingerprint_schema, fingerprint, state, answer, content_type, content_schema, content
        FROM semel.intent, generate_series(1, %d)
        WHERE tenant = 'replay' AND key = 'first'
        """,
            KEYS));
    database.execute(
        """
        DROP TABLE IF EXISTS bench.look_up;
        CREATE TABLE bench.look_up (id uuid PRIMARY KEY, body text NOT NULL);
        INSERT INTO bench.look_up (id, body)
        SELECT key::uuid, repeat('x', pg_column_size(i.*) - pg_column_size(row(record_id, '')))
        FROM semel.intent AS i
        WHERE tenant = 'replay' AND key <> 'first'
        """);
    database.execute("VACUUM ANALYZE semel.intent");
    database.execute("VACUUM ANALYZE bench.look_up");
  }

  /** With the keys that were prepared. */
  public static Replays of(PostgresDatabase database, DataSource pool, Semel semel) {
    UUID[] keys =
        database.query("SELECT id FROM bench.look_up").stream()
            .map(row -> row.get("id"))
            .toArray(UUID[]::new);
    return new Replays(pool, semel, keys);
  }

  /** All of them; the first is what the others are compared with. */
  public List<Variant> variants() {
    return List.of(
        Variant.of("SELECT by primary key", this::select),
        Variant.of(SEEN_LATELY, () -> replay(keys[anySeenLately()])),
        Variant.of(NOT_SEEN, () -> replay(keys[nextInTurn()])));
  }

  private void select() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select = connection.prepareStatement(SELECT)) {
      select.setObject(1, keys[anySeenLately()]);
      read(select);
    }
  }

  private static void read(PreparedStatement select) throws SQLException {
    try (ResultSet row = select.executeQuery()) {
      if (!row.next() || row.getObject(1, UUID.class) == null || row.getString(2).isEmpty()) {
        throw new MeasurementException("a row that was looked up is gone", null);
      }
    }
  }

  private void replay(UUID key) {
    Outcome<String> outcome =
        semel.once(
            SmallCommands.PAY.intent(TENANT, key.toString(), Samples.PAYLOAD),
            effect -> {
              throw new MeasurementException("a settled intent was run again", null);
            });
    if (!(outcome instanceof Outcome.Replayed)) {
      throw new MeasurementException("a settled intent was not replayed: " + outcome, null);
    }
  }

  private static int anySeenLately() {
    return ThreadLocalRandom.current().nextInt(KEYS_SEEN_LATELY);
  }

  private int nextInTurn() {
    return next.getAndUpdate(place -> (place + 1) % KEYS);
  }
}
