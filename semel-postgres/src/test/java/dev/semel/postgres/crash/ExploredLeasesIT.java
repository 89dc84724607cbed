package dev.semel.postgres.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.RecoveryProbe.Finding;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.IntentRecord;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Work under a lease, broken at every step, under each policy for what an owner leaves behind: one
 * effect and one answer, and nothing that is still running in the end.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredLeasesIT {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final int MANY = 100;

  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final Stores stores = new Stores(clock);

  ExploredLeasesIT(PostgresDatabase database) {
    this.database = database;
    PostgresStore.builder(database.dataSource()).migrate().build();
    Payments.makeTable(database);
    database.execute(
        """
        CREATE TABLE IF NOT EXISTS charge (
          key     text PRIMARY KEY,
          receipt uuid NOT NULL DEFAULT gen_random_uuid())
        """);
  }

  @Test
  void workThatIsTakenOver(CrashExplorer explorer) {
    explore(explorer)
        .check("one payment", Payments::isPaidOnce)
        .killing(Paying.class)
        .atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
        .explore(new Paying(clock));
  }

  /** An owner with a heartbeat, in a class that a process can load. */
  static final class Paying implements CrashHandler {
    private static final LeaseTerms<String> TERMS = LeaseTerms.of(LEASE, Takeover.takeOver());
    private final Stores stores;

    Paying() {
      this(SettableClock.create());
    }

    Paying(SettableClock clock) {
      stores = new Stores(clock);
    }

    @Override
    public Object handle(Trial trial) {
      LeaseAttempt<String> attempt = lease(stores.semel(trial), trial, TERMS);
      if (attempt instanceof LeaseAttempt.Answered<String> answered) {
        return answered.outcome().orElseThrow();
      }
      Lease<String> lease = ((LeaseAttempt.Granted<String>) attempt).lease();
      lease.heartbeat();
      // Without an audit entry, whose key would stop a late owner just as well.
      return lease.complete(Payments::insert).orElseThrow();
    }
  }

  @Test
  void aChargeOutsideThatAProbeLooksFor(CrashExplorer explorer) {
    LeaseTerms<String> terms = LeaseTerms.of(LEASE, Takeover.ask(this::whatBecameOf));

    explore(explorer)
        .check("one charge", (it, key) -> assertThat(receiptOf(key)).isNotNull())
        .explore(trial -> charge(trial, terms));
  }

  private Finding<String> whatBecameOf(IntentRecord stale) {
    String receipt = receiptOf(stale.intent().key());
    return receipt == null
        ? new Finding.SafeToRetry<>("the provider knows of no charge")
        : new Finding.AlreadySucceeded<>(receipt, "the provider has the charge");
  }

  @Test
  @Tag("thorough")
  void aChargeOutsideThatAnOperatorLooksFor(CrashExplorer explorer) {
    LeaseTerms<String> terms = LeaseTerms.of(LEASE, Takeover.block());

    explore(explorer)
        .recovering((it, key) -> decide())
        .check("one charge", (it, key) -> assertThat(receiptOf(key)).isNotNull())
        .explore(trial -> charge(trial, terms));
  }

  private void decide() {
    Semel semel = stores.semel(database.dataSource());
    for (IntentRecord stale : semel.records().staleLeases(MANY)) {
      String receipt = receiptOf(stale.intent().key());
      if (receipt == null) {
        semel.recoveries(Payments.PAY).markSafeToRetry(stale, "no charge", "ada");
      } else {
        semel.recoveries(Payments.PAY).markSucceeded(stale, receipt, "charged", "ada");
      }
    }
  }

  /** The provider charges once for a key, and says so in a database of its own. */
  private Object charge(Trial trial, LeaseTerms<String> terms) throws SQLException {
    LeaseAttempt<String> attempt = lease(stores.semel(trial), trial, terms);
    if (attempt instanceof LeaseAttempt.Answered<String> answered) {
      return answered.outcome().orElseThrow();
    }
    Lease<String> lease = ((LeaseAttempt.Granted<String>) attempt).lease();
    trial.step("charge", () -> chargeOnce(trial.key()));
    String receipt = String.valueOf(receiptOf(trial.key()));
    return lease.complete(receipt).orElseThrow();
  }

  private void chargeOnce(String key) {
    database.execute(
        "INSERT INTO charge (key) VALUES ('%s') ON CONFLICT DO NOTHING".formatted(key));
  }

  private @Nullable String receiptOf(String key) {
    List<?> rows =
        database.query("SELECT receipt::text AS receipt FROM charge WHERE key = ?", key).stream()
            .map(row -> row.get("receipt"))
            .toList();
    return rows.isEmpty() ? null : String.valueOf(rows.get(0));
  }

  private static LeaseAttempt<String> lease(Semel semel, Trial trial, LeaseTerms<String> terms) {
    return semel.lease(Payments.PAY.intent("acme", trial.key(), "42 EUR"), terms);
  }

  private CrashExplorer explore(CrashExplorer explorer) {
    return explorer
        .clock(clock, LEASE.multipliedBy(2))
        .atBothEnds(CrashFault.SERIALIZATION_FAILURE, CrashFault.DEADLOCK)
        // Says how often somebody took over.
        .ignoring("semel.recovery")
        .check("nothing is running", ExploredLeasesIT::isSettled);
  }

  private static void isSettled(PostgresDatabase database, String key) {
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM semel.intent WHERE key = ? AND state <> 'EXECUTED'", key))
        .isZero();
  }
}
