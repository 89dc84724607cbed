package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.EffectFailedException;
import dev.semel.Intent;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Rejection;
import dev.semel.spi.StateChange;
import dev.semel.spi.Verdict;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** 23505 means three things; the constraint tells which. */
@ExtendWith(PostgresExtension.class)
class UniqueViolationIT {
  private static final Operation<String, String> OPEN_ACCOUNT =
      FailureSupport.PAY
          .alreadyExists("account_owner_key", "ACCOUNT_EXISTS")
          .alreadyExists("account_one_active", "ACTIVE_ACCOUNT_EXISTS");

  private final PostgresDatabase database;
  private final FailureSupport till;
  private final String key = FailureSupport.newKey();

  UniqueViolationIT(PostgresDatabase database) {
    this.database = database;
    this.till = new FailureSupport(database);
  }

  @BeforeEach
  void makeTables() {
    database.execute(
        """
        DROP TABLE IF EXISTS account, intent;
        CREATE TABLE account (
          id bigint CONSTRAINT account_id_key UNIQUE,
          owner text CONSTRAINT account_owner_key UNIQUE,
          branch text,
          active boolean NOT NULL DEFAULT true);
        CREATE UNIQUE INDEX account_one_active ON account (branch) WHERE active;
        INSERT INTO account VALUES (1, 'ada', 'north');
        CREATE TABLE intent (id bigint PRIMARY KEY);
        INSERT INTO intent VALUES (1)
        """);
  }

  /** With a lock that locks nothing, both run, and the key of the record decides. */
  @Test
  void ofTheIntentsOwnKeyMeansThatAnotherAttemptWon() {
    database.execute(
        """
        CREATE SCHEMA IF NOT EXISTS shim;
        CREATE OR REPLACE FUNCTION shim.pg_try_advisory_xact_lock(bigint) RETURNS boolean
        LANGUAGE sql AS 'SELECT true'
        """);
    CyclicBarrier bothRun = new CyclicBarrier(2);

    var one = Race.start(() -> payOnANodeWithoutLocks(bothRun));
    var two = Race.start(() -> payOnANodeWithoutLocks(bothRun));

    till.assertPaidOnce(key, Race.result(one));
    till.assertPaidOnce(key, Race.result(two));
    assertThat(till.changes.of(StateChange.Executed.class)).hasSize(1);
    assertThat(till.changes.of(StateChange.Outrun.class)).hasSize(1);
    assertThat(till.changes.of(StateChange.Replayed.class)).hasSize(1);
    assertThat(till.changes.all()).as("nothing else happened").hasSize(3);
  }

  private Outcome<String> payOnANodeWithoutLocks(CyclicBarrier bothRun) {
    var dataSource =
        database.dataSource(Map.of("options", "-c search_path=shim,pg_catalog,public"));
    return till.semel(dataSource)
        .once(
            FailureSupport.intent(key),
            effect -> {
              String receipt = FailureSupport.pay(effect);
              Race.meet(bothRun);
              return receipt;
            });
  }

  @Test
  void ofADeclaredBusinessKeyIsARejectionThatIsStored() {
    AtomicInteger runs = new AtomicInteger();
    Intent<String> intent = OPEN_ACCOUNT.intent("acme", key, "ada");
    Rejection exists = new Rejection("ACCOUNT_EXISTS", "it exists already");

    Outcome<String> first = till.semel().once(intent, effect -> open(effect, runs, "2, 'ada'"));
    Outcome<String> again = till.semel().once(intent, effect -> open(effect, runs, "2, 'ada'"));

    assertThat(first).isEqualTo(new Outcome.Rejected<String>(exists, false));
    assertThat(again).isEqualTo(new Outcome.Rejected<String>(exists, true));
    assertThat(runs).hasValue(1);
    assertThat(till.stored(key)).isEqualTo(new FailureSupport.Stored(0, 0, 0, 1, null));
  }

  @Test
  void ofADeclaredBusinessKeyThatIsCheckedAtCommitIsARejectionToo() {
    database.execute(
        """
        ALTER TABLE account DROP CONSTRAINT account_owner_key;
        ALTER TABLE account ADD CONSTRAINT account_owner_key UNIQUE (owner) DEFERRABLE INITIALLY DEFERRED
        """);
    Intent<String> intent = OPEN_ACCOUNT.intent("acme", key, "ada");

    Outcome<String> outcome =
        till.semel().once(intent, effect -> open(effect, new AtomicInteger(), "2, 'ada'"));

    assertThat(outcome)
        .isEqualTo(
            new Outcome.Rejected<String>(
                new Rejection("ACCOUNT_EXISTS", "it exists already"), false));
    assertThat(till.stored(key)).isEqualTo(new FailureSupport.Stored(0, 0, 0, 1, null));
  }

  @Test
  void aPartialUniqueIndexCanBeDeclaredToo() {
    Intent<String> intent = OPEN_ACCOUNT.intent("acme", key, "bob");

    Outcome<String> outcome =
        till.semel().once(intent, effect -> open(effect, new AtomicInteger(), "2, 'bob', 'north'"));

    assertThat(outcome)
        .isEqualTo(
            new Outcome.Rejected<String>(
                new Rejection("ACTIVE_ACCOUNT_EXISTS", "it exists already"), false));
  }

  @Test
  void ofAnUndeclaredKeyIsABugThatGoesThroughToTheCaller() {
    AtomicInteger runs = new AtomicInteger();
    Intent<String> intent = OPEN_ACCOUNT.intent("acme", key, "eve");

    assertThatExceptionOfType(EffectFailedException.class)
        .isThrownBy(() -> till.semel().once(intent, effect -> open(effect, runs, "1, 'eve'")))
        .withMessageContaining("23505")
        .withCauseInstanceOf(SQLException.class);

    assertThat(runs).hasValue(1);
    assertThat(till.changes.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.verdict()).isEqualTo(Verdict.UNIQUE_KEY))
        .satisfies(failure -> assertThat(failure.constraint()).isEqualTo("account_id_key"));
    till.assertTheSameKeyCanBeUsedAgain(key);
  }

  @Test
  void ofABusinessTableThatHappensToBeCalledIntentIsNotTakenForTheIntentsOwnKey() {
    AtomicInteger runs = new AtomicInteger();

    assertThatExceptionOfType(EffectFailedException.class)
        .isThrownBy(
            () ->
                till.semel()
                    .once(
                        FailureSupport.intent(key),
                        effect -> {
                          runs.incrementAndGet();
                          FailureSupport.execute(effect, "INSERT INTO public.intent VALUES (1)");
                          return "never";
                        }));

    assertThat(runs).hasValue(1);
    till.assertNothingStored(key);
  }

  private static String open(JdbcEffect effect, AtomicInteger runs, String values)
      throws SQLException {
    runs.incrementAndGet();
    String receipt = FailureSupport.pay(effect);
    FailureSupport.execute(effect, "INSERT INTO account VALUES (" + values + ")");
    return receipt;
  }
}
