package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.PurgeSettings;
import dev.semel.Retention;
import dev.semel.Semel;
import dev.semel.json.SemelJson;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.guide.Cases.CaseOpened;
import dev.semel.postgres.guide.Cases.OpenCase;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on retention. */
@ExtendWith(PostgresExtension.class)
class RetentionIT {
  private static final SemelJson JSON = SemelJson.standard();
  private static final Operation<OpenCase, CaseOpened> OPEN_CASE =
      Operation.named("open-case")
          .taking(JSON.payload(OpenCase.class))
          .answering(JSON.result(CaseOpened.class))
          .alreadyExists("one_case_per_complaint", "CASE_EXISTS");

  // snippet: retention
  static final Operation<OpenCase, CaseOpened> FOR_A_MONTH =
      OPEN_CASE.retainedFor(Duration.ofDays(30));

  static final Operation<OpenCase, CaseOpened> FOR_EVER = OPEN_CASE.retained(Retention.permanent());

  // end snippet

  private final Cases cases = new Cases();
  private final SettableClock clock = SettableClock.create();
  private final PostgresDatabase database;
  private final Semel semel;

  RetentionIT(PostgresDatabase database) {
    this.database = database;
    this.semel =
        Semel.on(PostgresStore.builder(database.dataSource()).migrate().clock(clock).build());
  }

  @BeforeAll
  static void createTables(PostgresDatabase database) {
    GuideTables.create(database);
  }

  private Outcome<CaseOpened> open(
      Operation<OpenCase, CaseOpened> operation, String key, String complaint) {
    OpenCase request = new OpenCase("web", complaint);
    return semel.once(
        operation.intent("acme", key, request), effect -> cases.open(effect.connection(), request));
  }

  @Test
  void afterExpiryTheKeyIsNewAndTheBusinessKeyIsNot() {
    open(FOR_A_MONTH, "month-1", "month");
    clock.advance(Duration.ofDays(29));
    assertThat(open(FOR_A_MONTH, "month-1", "month")).isInstanceOf(Outcome.Replayed.class);
    clock.advance(Duration.ofDays(2));
    Outcome<CaseOpened> late = open(FOR_A_MONTH, "month-1", "month");
    assertThat(late).isInstanceOf(Outcome.Rejected.class);
    assertThat(late.isReplay()).isFalse();
    assertThat(database.queryLong("SELECT count(*) FROM complaint_case WHERE complaint = 'month'"))
        .isEqualTo(1);
  }

  @Test
  void permanentMeansForEver() {
    open(FOR_EVER, "ever-1", "ever");
    clock.advance(Duration.ofDays(10_000));
    semel.purge(PurgeSettings.standard());
    assertThat(open(FOR_EVER, "ever-1", "ever")).isInstanceOf(Outcome.Replayed.class);
  }

  @Test
  void purgeRemovesWhatHasExpired() {
    open(FOR_A_MONTH, "purged-1", "purged");
    clock.advance(Duration.ofDays(31));
    // snippet: purge
    long purged = semel.purge(new PurgeSettings(1_000, 100)); // at most 100 batches of 1,000
    // end snippet
    assertThat(purged).isPositive();
    assertThat(database.queryLong("SELECT count(*) FROM semel.intent WHERE key = 'purged-1'"))
        .isZero();
  }

  @Test
  void growthCanBeSeen() {
    open(FOR_A_MONTH, "growth-1", "growth");
    assertThat(database.query(Snippets.sql("growth"))).isNotEmpty();
    assertThat(database.query(Snippets.sql("size"))).hasSize(4);
  }
}
