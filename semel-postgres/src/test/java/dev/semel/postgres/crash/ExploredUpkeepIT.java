package dev.semel.postgres.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.MarkerRetention;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.OutboxRetention;
import dev.semel.relay.Relay;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.time.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What operators let run: broken at each of its requests and run again, it comes to its end. The
 * handlers are classes, so that a process can load them.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredUpkeepIT {
  private static final int EXPIRED = 5;
  private static final int PER_BATCH = 2;
  private static final PurgeSettings TWO_AT_A_TIME = new PurgeSettings(PER_BATCH, 100);
  private static final Duration KEPT = Duration.ofDays(7);
  private static final Duration LONGER_THAN_KEPT = Duration.ofDays(8);
  private static final ConsumerSettings CONSUMER =
      ConsumerSettings.named("till", "acme")
          .retention(new MarkerRetention(Duration.ofDays(1), KEPT));

  private final PostgresDatabase database;
  private final Stores stores = new Stores(null);
  private final Stores expiredStores =
      new Stores(SettableClock.startingAt(Instant.now().minus(LONGER_THAN_KEPT)));
  private final DataSource direct;

  ExploredUpkeepIT(PostgresDatabase database) {
    this.database = database;
    this.direct = database.dataSource();
    PostgresStore.builder(database.dataSource()).migrate().build();
  }

  @Test
  @Tag("thorough")
  void aMigration(CrashExplorer explorer) {
    dying(explorer, Migrating.class)
        // It is one transaction: a lost reply within it is a cut before the next request, and
        // whatever aborts it undoes all of it.
        .atBothEnds(
            CrashFault.REPLY_LOST,
            CrashFault.STATEMENT_TIMEOUT,
            CrashFault.SERIALIZATION_FAILURE,
            CrashFault.DEADLOCK,
            CrashFault.DUPLICATE)
        .preparing((it, key) -> it.execute("DROP SCHEMA IF EXISTS explored CASCADE"))
        .check("the schema is complete", (it, key) -> Migrating.schema(direct).validate())
        .explore(new Migrating());
  }

  /** A node that starts with a new version. */
  static final class Migrating implements CrashHandler {
    @Override
    public Object handle(Trial trial) {
      schema(trial.dataSource()).migrate();
      return "migrated";
    }

    static PostgresSchema schema(DataSource source) {
      return PostgresSchema.named(source, "explored");
    }
  }

  @Test
  @Tag("thorough")
  void aPurge(CrashExplorer explorer) {
    dying(explorer, Purging.class)
        .preparing((it, key) -> makeRecords(key))
        .check("what has expired is gone", (it, key) -> assertThat(records(key + " old")).isZero())
        .check("what has not is there", (it, key) -> assertThat(records(key + " new")).isOne())
        .explore(new Purging());
  }

  /** A purge by the database's clock. */
  static final class Purging implements CrashHandler {
    private final Stores stores = new Stores(null);

    @Override
    public Object handle(Trial trial) {
      stores.semel(trial).purge(TWO_AT_A_TIME);
      return "purged";
    }
  }

  private void makeRecords(String key) {
    Semel longAgo = expiredStores.semel(direct);
    for (int i = 0; i < EXPIRED; i++) {
      pay(longAgo, key + " old " + i);
    }
    pay(stores.semel(direct), key + " new");
  }

  private static void pay(Semel semel, String key) {
    semel.once(
        Payments.PAY.intent("acme", key, "1 EUR"),
        effect -> {
          effect.publish(Event.of("payment", key, "Paid", null));
          return "paid";
        });
  }

  private long records(String beginning) {
    return database.queryLong(
        "SELECT count(*) FROM semel.intent WHERE starts_with(key, ?)", beginning);
  }

  @Test
  @Tag("thorough")
  void aPurgeOfTheInbox(CrashExplorer explorer) {
    dying(explorer, PurgingTheInbox.class)
        .preparing((it, key) -> makeMessages(key))
        .check("what has expired is gone", (it, key) -> assertThat(known(key, "old")).isZero())
        .check("what was kept of it too", (it, key) -> assertThat(kept(key, "old")).isZero())
        .check("what has not is known", (it, key) -> assertThat(known(key, "new")).isOne())
        .check("what waits is there", (it, key) -> assertThat(kept(key, "waiting")).isOne())
        .check("so is what is dead", (it, key) -> assertThat(kept(key, "dead")).isOne())
        .explore(new PurgingTheInbox());
  }

  /** A purge of markers by the database's clock. */
  static final class PurgingTheInbox implements CrashHandler {
    private final Stores stores = new Stores(null);

    @Override
    public Object handle(Trial trial) {
      stores.inbox(trial).purge(TWO_AT_A_TIME);
      return "purged";
    }
  }

  /** Of what is expired, one was kept and worked off, and has a row beside its marker. */
  private void makeMessages(String key) {
    Inbox longAgo = expiredStores.inbox(direct);
    longAgo.store(CONSUMER, List.of(message(key, "old 0")));
    longAgo.workOff(CONSUMER, (message, effect) -> {});
    for (int i = 1; i < EXPIRED; i++) {
      longAgo.consume(CONSUMER, message(key, "old " + i), (message, effect) -> {});
    }
    longAgo.deadLetter(CONSUMER, message(key, "dead"), "no use");
    longAgo.store(CONSUMER.renamed("nobody"), List.of(message(key, "waiting")));
    stores.inbox(direct).consume(CONSUMER, message(key, "new"), (message, effect) -> {});
  }

  private static Message message(String key, String name) {
    return Message.of("/till", key + " " + name, "1 EUR".getBytes(StandardCharsets.UTF_8));
  }

  private long known(String key, String name) {
    return database.queryLong(
        "SELECT count(*) FROM semel.inbox WHERE starts_with(message_id, ?)", key + " " + name);
  }

  private long kept(String key, String name) {
    return database.queryLong(
        "SELECT count(*) FROM semel.inbox_message WHERE starts_with(message_id, ?)",
        key + " " + name);
  }

  @Test
  @Tag("thorough")
  void aPurgeOfTheOutbox(CrashExplorer explorer) {
    PurgingTheOutbox purging = new PurgingTheOutbox();

    dying(explorer, PurgingTheOutbox.class)
        .preparing((it, key) -> makeEvents(key, purging.relay(direct)))
        .check(
            "what is old and passed is gone", (it, key) -> assertThat(events(key, "old")).isZero())
        .check("what is young is there", (it, key) -> assertThat(events(key, "new")).isOne())
        .check("what waits is there", (it, key) -> assertThat(events(key, "waiting")).isOne())
        .explore(purging);
  }

  /** A purge of events by the database's clock. */
  static final class PurgingTheOutbox implements CrashHandler {
    private static final OutboxRetention TWO_EVENTS_AT_A_TIME =
        new OutboxRetention(KEPT, PER_BATCH, 100);
    private final Map<DataSource, PostgresRelays> relays = new ConcurrentHashMap<>();

    @Override
    public Object handle(Trial trial) {
      relay(trial.dataSource()).purge(TWO_EVENTS_AT_A_TIME);
      return "purged";
    }

    /** A new one, as after a start: it looks how many shards there are. */
    Relay relay(DataSource source) {
      PostgresRelays store = relays.computeIfAbsent(source, PostgresRelays::on);
      return Relay.builder(store, "explored", batch -> {}).build();
    }
  }

  /** In an outbox that has nothing of the trials before. */
  private void makeEvents(String key, Relay relay) {
    database.execute("DELETE FROM semel.outbox");
    Semel longAgo = expiredStores.semel(direct);
    for (int i = 0; i < EXPIRED; i++) {
      pay(longAgo, key + " old " + i);
    }
    pay(stores.semel(direct), key + " new");
    Eventually.holds("all is passed for good", () -> hasPassedAll(relay));
    pay(longAgo, key + " waiting");
  }

  /** Transactions of others on the same server keep the position of a relay back. */
  private boolean hasPassedAll(Relay relay) {
    relay.skipBacklog();
    return database.queryLong(
            """
            SELECT count(*) FROM semel.outbox
            WHERE xid >= (SELECT pg_snapshot_xmin(seen_snapshot) FROM semel.relay_shard
                          ORDER BY 1 LIMIT 1)
            """)
        == 0;
  }

  private long events(String key, String name) {
    return database.queryLong(
        "SELECT count(*) FROM semel.outbox WHERE starts_with(aggregateid, ?)", key + " " + name);
  }

  private static CrashExplorer dying(CrashExplorer explorer, Class<? extends CrashHandler> type) {
    return explorer.killing(type).atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER);
  }
}
