package dev.semel.postgres.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.PurgeSettings;
import dev.semel.Rejection;
import dev.semel.Semel;
import dev.semel.jdbc.InsertOrFind;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The key of the intent is forgotten some day, or a client makes a new one. The business's is not.
 */
@ExtendWith(PostgresExtension.class)
class BusinessUniquenessIT {
  private static final Duration RETENTION = Duration.ofDays(7);

  private static final InsertOrFind<Long> OPEN_CASE =
      InsertOrFind.inserting(
              "INSERT INTO complaint_case (complaint) VALUES (:complaint) ON CONFLICT (complaint) DO NOTHING RETURNING id")
          .finding("SELECT id FROM complaint_case WHERE complaint = :complaint")
          .reading(row -> row.getLong(1));

  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final String key = JdbcSupport.newKey();
  private final Semel semel;

  BusinessUniquenessIT(PostgresDatabase database) {
    this.database = database;
    this.semel =
        Semel.on(PostgresStore.builder(database.dataSource()).migrate().clock(clock).build());
  }

  @BeforeEach
  void makeTables() {
    database.execute(
        """
        DROP TABLE IF EXISTS complaint_case, sla_timer;
        CREATE TABLE complaint_case (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, complaint text NOT NULL UNIQUE);
        CREATE TABLE sla_timer (
          id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          case_id bigint NOT NULL, type text NOT NULL, active boolean NOT NULL DEFAULT true);
        CREATE UNIQUE INDEX sla_timer_one_active ON sla_timer (case_id, type) WHERE active
        """);
  }

  private Outcome<String> open(String withKey) {
    return semel.once(
        JdbcSupport.COMMAND.retainedFor(RETENTION).intent("acme", withKey, "C-1"),
        effect -> "case " + OPEN_CASE.run(effect.connection(), Map.of("complaint", "C-1")).value());
  }

  private long cases() {
    return database.queryLong("SELECT count(*) FROM complaint_case");
  }

  @Test
  void aNewIdempotencyKeyFindsTheSameCase() {
    Outcome<String> first = open(key);
    Outcome<String> second = open(JdbcSupport.newKey());

    assertThat(second).isEqualTo(new Outcome.Executed<>(first.orElseThrow()));
    assertThat(cases()).isEqualTo(1);
  }

  @Test
  void theSameKeyAfterItsRetentionFindsTheSameCase() {
    Outcome<String> first = open(key);
    clock.advance(RETENTION.minusSeconds(1));
    assertThat(open(key)).as("still retained").isInstanceOf(Outcome.Replayed.class);
    clock.advance(Duration.ofSeconds(1));

    Outcome<String> late = open(key);

    assertThat(late).as("a new intent").isEqualTo(new Outcome.Executed<>(first.orElseThrow()));
    assertThat(cases()).isEqualTo(1);
  }

  @Test
  void theSameKeyAfterItWasPurgedFindsTheSameCase() {
    Outcome<String> first = open(key);
    clock.advance(RETENTION);
    assertThat(semel.purge(PurgeSettings.standard())).isPositive();

    assertThat(open(key)).isEqualTo(new Outcome.Executed<>(first.orElseThrow()));
    assertThat(cases()).isEqualTo(1);
  }

  private String startTimer(JdbcEffect effect) throws SQLException {
    JdbcSupport.execute(
        effect.connection(), "INSERT INTO sla_timer (case_id, type) VALUES (7, 'RESPONSE')");
    return "started";
  }

  @Test
  void ofFiftyCommandsThatStartATimerOneStartsItAndTheOthersAreToldSo() {
    List<Outcome<String>> all =
        JdbcSupport.race(
            50,
            () ->
                semel.once(
                    JdbcSupport.COMMAND
                        .alreadyExists("sla_timer_one_active", "TIMER_RUNS")
                        .intent("acme", JdbcSupport.newKey(), "7"),
                    this::startTimer));

    Outcome<String> told =
        new Outcome.Rejected<>(new Rejection("TIMER_RUNS", "it exists already"), false);
    assertThat(all).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
    assertThat(all).filteredOn(told::equals).hasSize(49);
    assertThat(database.queryLong("SELECT count(*) FROM sla_timer")).isEqualTo(1);
  }

  @Test
  void anotherTimerCanBeStartedOnceTheFirstHasStopped() {
    semel.once(JdbcSupport.intent(JdbcSupport.newKey()), this::startTimer);
    database.execute("UPDATE sla_timer SET active = false");

    assertThat(semel.once(JdbcSupport.intent(JdbcSupport.newKey()), this::startTimer))
        .isInstanceOf(Outcome.Executed.class);
    assertThat(database.queryLong("SELECT count(*) FROM sla_timer")).isEqualTo(2);
    assertThat(database.queryLong("SELECT count(*) FROM sla_timer WHERE active")).isEqualTo(1);
  }
}
