package dev.semel.postgres.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.PurgeSettings;
import dev.semel.Semel;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What operators let run: broken at each of its requests and run again, it comes to its end. */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredUpkeepIT {
  private static final int EXPIRED = 5;
  private static final PurgeSettings TWO_AT_A_TIME = new PurgeSettings(2, 100);
  private static final Duration LONGER_THAN_KEPT = Duration.ofDays(8);
  private static final Operation<String, String> PAY =
      Operation.named("pay").taking(Fingerprinter.text()).answering(Codec.text());

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
  void aMigration(CrashExplorer explorer) {
    explorer
        .faults(
            CrashFault.CUT_BEFORE,
            CrashFault.REPLY_LOST,
            CrashFault.STATEMENT_TIMEOUT,
            CrashFault.DUPLICATE)
        // It is one transaction: a lost reply within it is a cut before the next request.
        .atBothEnds(CrashFault.REPLY_LOST, CrashFault.STATEMENT_TIMEOUT, CrashFault.DUPLICATE)
        .preparing((it, key) -> it.execute("DROP SCHEMA IF EXISTS explored CASCADE"))
        .check("the schema is complete", (it, key) -> schema(it.dataSource()).validate())
        .explore(ExploredUpkeepIT::migrate);
  }

  private static Object migrate(Trial trial) {
    schema(trial.dataSource()).migrate();
    return "migrated";
  }

  private static PostgresSchema schema(DataSource source) {
    return PostgresSchema.named(source, "explored");
  }

  @Test
  void aPurge(CrashExplorer explorer) {
    explorer
        .preparing((it, key) -> makeRecords(key))
        .check("what has expired is gone", (it, key) -> assertThat(records(key + " old")).isZero())
        .check("what has not is there", (it, key) -> assertThat(records(key + " new")).isOne())
        .killing(Purging.class)
        .atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
        .explore(new Purging());
  }

  /** A purge by the database's clock, in a class that a process can load. */
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
      longAgo.once(PAY.intent("acme", key + " old " + i, "1 EUR"), effect -> "paid");
    }
    stores.semel(direct).once(PAY.intent("acme", key + " new", "1 EUR"), effect -> "paid");
  }

  private long records(String beginning) {
    return database.queryLong(
        "SELECT count(*) FROM semel.intent WHERE starts_with(key, ?)", beginning);
  }
}
