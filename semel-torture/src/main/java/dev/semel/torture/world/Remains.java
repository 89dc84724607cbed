package dev.semel.torture.world;

import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Sql;
import dev.semel.torture.bank.Sql.RowReader;
import dev.semel.torture.check.Snapshot;
import dev.semel.torture.check.Snapshot.Account;
import dev.semel.torture.check.Snapshot.Audit;
import dev.semel.torture.check.Snapshot.Decision;
import dev.semel.torture.check.Snapshot.Notice;
import dev.semel.torture.role.Parts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks at what is in the database and on the topic. */
public final class Remains implements Rest.Work {
  /** For how long a transaction may be open with nobody at work in it. */
  public static final Duration MAX_IDLE = Duration.ofSeconds(5);

  private static final String BOOKINGS = "SELECT * FROM booking ORDER BY seq";
  private static final String ACCOUNTS =
      "SELECT tenant, id, balance, version FROM account ORDER BY tenant, id";
  private static final String PROJECTION =
      "SELECT tenant, account, balance, version FROM projection ORDER BY tenant, account";
  private static final String AUDIT =
      "SELECT tenant, action, subject, detail FROM semel.audit ORDER BY recorded_at";
  private static final String NOTICES =
      "SELECT tenant, operation, key, booking, amount FROM notice ORDER BY seq";

  // Of the janitor alone: what a node decides when it takes over must not excuse that it does.
  private static final String DECISIONS =
      """
      SELECT i.tenant, i.operation, i.key
      FROM semel.recovery AS r
      JOIN semel.intent AS i ON i.record_id = r.record_id
      WHERE r.classification = 'SAFE_TO_RETRY' AND r.decided_by = '%s'
      """
          .formatted(Parts.JANITOR);

  private static final String PROGRESS =
      """
      SELECT format('%s %s %s', (SELECT count(*) FROM booking), (SELECT count(*) FROM notice),
                    (SELECT sum(version) FROM projection))
      """;
  private static final String LAGGING =
      """
      SELECT format('%s of %s notices are written, and %s of %s accounts projected', notices, bookings, projected, accounts)
      FROM (SELECT (SELECT count(*) FROM booking) AS bookings, (SELECT count(*) FROM notice) AS notices,
                   (SELECT count(*) FROM account) AS accounts,
                   (SELECT count(*) FROM account AS a JOIN projection AS p ON p.tenant = a.tenant
                      AND p.account = a.id AND p.version >= a.version) AS projected) AS counts
      WHERE notices < bookings OR projected < accounts
      """;

  // What was never purged is told too: a purge that always fails must show.
  private static final String PURGED =
      """
      SELECT format('purged %s', kind.what), coalesce(j.rows, 0)
      FROM (VALUES ('records'), ('events'), ('markers')) AS kind (what)
      LEFT JOIN janitor AS j ON j.what = kind.what
      ORDER BY kind.what
      """;
  private static final String DECIDED =
      """
      SELECT format('decided %s by %s', classification, decided_by), count(*)
      FROM semel.recovery
      GROUP BY classification, decided_by
      ORDER BY classification, decided_by
      """;

  private final World world;
  private final StuckRows stuck;

  public Remains(World world) {
    this.world = world;
    this.stuck = new StuckRows(world.database().dataSource(), (int) MAX_IDLE.toSeconds());
  }

  @Override
  public List<String> unfinished() throws SQLException {
    List<String> unfinished = new ArrayList<>(stuck.look().stuck());
    unfinished.addAll(texts(LAGGING));
    return unfinished;
  }

  @Override
  public String progress() throws SQLException {
    return texts(PROGRESS) + " " + stuck.look().stuck().size();
  }

  /** What purge and recovery have done, in words, and how often. */
  public Map<String, Long> upkeep() throws SQLException {
    Map<String, Long> upkeep = new LinkedHashMap<>();
    for (String sql : List.of(PURGED, DECIDED)) {
      rows(sql, row -> Map.entry(row.getString(1), row.getLong(2)))
          .forEach(entry -> upkeep.put(entry.getKey(), entry.getValue()));
    }
    return upkeep;
  }

  /** All of it, for the checker. */
  public Snapshot snapshot() throws SQLException {
    return new Snapshot(
        rows(BOOKINGS, Booking::of),
        rows(ACCOUNTS, Remains::account),
        rows(
            AUDIT,
            row ->
                new Audit(row.getString(1), row.getString(2), row.getString(3), row.getString(4))),
        TopicReader.read(world.kafka().bootstrapServers()),
        rows(PROJECTION, Remains::account),
        rows(
            NOTICES,
            row ->
                new Notice(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getLong(4),
                    row.getLong(5))),
        world.provider().payments(),
        rows(DECISIONS, row -> new Decision(row.getString(1), row.getString(2), row.getString(3))),
        stuck.look());
  }

  private static Account account(ResultSet row) throws SQLException {
    return new Account(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4));
  }

  private List<String> texts(String sql) throws SQLException {
    return rows(sql, row -> row.getString(1));
  }

  private <T> List<T> rows(String sql, RowReader<T> reader) throws SQLException {
    try (Connection connection = world.database().connect()) {
      return Sql.query(connection, reader, sql);
    }
  }
}
