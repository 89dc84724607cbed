package dev.semel.postgres.guide;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Done;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.jdbc.GuardedTransition;
import dev.semel.jdbc.GuardedTransition.Result;
import dev.semel.jdbc.InsertOrFind;
import dev.semel.jdbc.InsertOrFind.Presence;
import dev.semel.jdbc.NamedSql;
import dev.semel.postgres.AdvisoryLock;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on what protects the business beside the key. */
@ExtendWith(PostgresExtension.class)
class BusinessProtectionIT {
  private static final Operation<String, String> OPEN_CASE =
      Operation.named("open-case").taking(Fingerprinter.text()).answering(Codec.text());
  private static final Operation<Long, Done> ON_CASE =
      Operation.named("on-case").taking(Fingerprinter.<Long>keyAlone()).answeringNothing();

  // snippet: insert-or-find
  static final InsertOrFind<Long> COMPLAINT_CASE =
      InsertOrFind.inserting(
              """
              INSERT INTO complaint_case (tenant, source, complaint)
              VALUES (:tenant, :source, :complaint)
              ON CONFLICT (tenant, source, complaint) DO NOTHING
              RETURNING id
              """)
          .finding(
              """
              SELECT id FROM complaint_case
              WHERE tenant = :tenant AND source = :source AND complaint = :complaint
              """)
          .reading(row -> row.getLong(1));

  // end snippet

  // snippet: already-exists
  static final Operation<Long, Done> START_TIMER =
      Operation.named("start-timer")
          .taking(Fingerprinter.<Long>parts(caseId -> List.of(caseId.toString().getBytes(UTF_8))))
          .answeringNothing()
          .alreadyExists("one_active_timer", "TIMER_RUNS_ALREADY");

  // end snippet

  // snippet: guarded-transition
  static final GuardedTransition APPROVE =
      GuardedTransition.updating(
              """
              UPDATE complaint_case
              SET state = 'APPROVED', version = version + 1,
                  approved_at = coalesce(approved_at, statement_timestamp())
              WHERE id = :id AND state IN ('OPEN', 'ESCALATED') AND version = :expectedVersion
              """)
          .reading("SELECT state, version FROM complaint_case WHERE id = :id")
          .from("OPEN", "ESCALATED")
          .to("APPROVED");

  // end snippet

  // snippet: soft-delete
  static final NamedSql DELETE_CASE =
      NamedSql.of(
          """
          UPDATE complaint_case SET deleted_at = statement_timestamp()
          WHERE id = :id AND deleted_at IS NULL
          """);

  // end snippet

  private final PostgresDatabase database;
  private final Semel semel;

  BusinessProtectionIT(PostgresDatabase database) {
    this.database = database;
    this.semel = GuideTables.semel(database);
  }

  @BeforeAll
  static void createTables(PostgresDatabase database) {
    GuideTables.create(database);
  }

  private Outcome<String> open(String key, String complaint) {
    return semel.once(
        OPEN_CASE.intent("acme", key, complaint),
        // snippet: insert-or-find
        effect -> {
          Presence<Long> found =
              COMPLAINT_CASE.run(
                  effect.connection(),
                  Map.of("tenant", "acme", "source", "web", "complaint", complaint));
          return found.isCreated() ? "created " + found.value() : "found " + found.value();
        }
        // end snippet
        );
  }

  private long openCase(String complaint) {
    String answer = open("open " + complaint, complaint).orElseThrow();
    return Long.parseLong(answer.substring(answer.indexOf(' ') + 1));
  }

  @Test
  void naturalUniquenessSurvivesANewKey() {
    String created = open("natural-1", "natural").orElseThrow();
    String found = open("natural-2", "natural").orElseThrow();
    assertThat(created).startsWith("created");
    assertThat(found).isEqualTo(created.replace("created", "found"));
    assertThat(open("natural-1", "natural").orElseThrow()).isEqualTo(created);
  }

  private Outcome<Done> startTimer(String key, long caseId) {
    return semel.perform(
        START_TIMER.intent("acme", key, caseId),
        effect -> {
          try (NamedSql.Bound insert =
              NamedSql.of("INSERT INTO sla_timer (case_id, type) VALUES (:case, 'ANSWER')")
                  .prepare(effect.connection())) {
            insert.set("case", caseId).statement().executeUpdate();
          }
        });
  }

  @Test
  void oneActiveTimerPerCaseAndType() {
    long caseId = openCase("timer");
    assertThat(startTimer("timer-1", caseId)).isInstanceOf(Outcome.Executed.class);
    Outcome<Done> second = startTimer("timer-2", caseId);
    assertThat(((Outcome.Rejected<Done>) second).rejection().code())
        .isEqualTo("TIMER_RUNS_ALREADY");
    database.execute("UPDATE sla_timer SET ended_at = now() WHERE case_id = " + caseId);
    assertThat(startTimer("timer-3", caseId)).isInstanceOf(Outcome.Executed.class);
  }

  private Outcome<Done> approve(String key, long caseId, long version) {
    return semel.perform(
        ON_CASE.intent("acme", key, caseId), effect -> approve(effect, caseId, version));
  }

  // snippet: guarded-use
  void approve(JdbcEffect effect, long caseId, long version) throws SQLException {
    Result result =
        APPROVE.run(effect.connection(), Map.of("id", caseId, "expectedVersion", version));
    if (result instanceof Result.Incompatible incompatible) {
      throw effect.reject("NOT_APPROVABLE", "the case is " + incompatible.state());
    }
    if (result instanceof Result.Stale || result instanceof Result.LostRace) {
      throw effect.reject("CHANGED_MEANWHILE", "look at the case again");
    }
    if (result instanceof Result.Missing) {
      throw effect.reject("NO_SUCH_CASE", "");
    }
    if (result.isApplied()) { // not when it was AlreadyThere
      effect.publish(Event.of("case", Long.toString(caseId), "CaseApproved", null));
    }
  }

  // end snippet

  @Test
  void aTransitionHappensOnceAndKeepsItsFirstTime() {
    long caseId = openCase("approved");
    assertThat(approve("approve-1", caseId, 1)).isInstanceOf(Outcome.Executed.class);
    Object firstTime = approvedAt(caseId);
    assertThat(approve("approve-2", caseId, 1)).isInstanceOf(Outcome.Executed.class);
    assertThat(approvedAt(caseId)).isEqualTo(firstTime);
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", Long.toString(caseId)))
        .isEqualTo(1);
  }

  private Object approvedAt(long caseId) {
    return String.valueOf(
        database.query("SELECT approved_at FROM complaint_case WHERE id = ?", caseId));
  }

  @Test
  void whyItDidNotMoveIsTold() {
    long caseId = openCase("guarded");
    assertThat(code(approve("guarded-1", caseId, 7))).isEqualTo("CHANGED_MEANWHILE");
    database.execute("UPDATE complaint_case SET state = 'CLOSED' WHERE id = " + caseId);
    assertThat(code(approve("guarded-2", caseId, 1))).isEqualTo("NOT_APPROVABLE");
    assertThat(code(approve("guarded-3", -1, 1))).isEqualTo("NO_SUCH_CASE");
  }

  private static String code(Outcome<Done> outcome) {
    return ((Outcome.Rejected<Done>) outcome).rejection().code();
  }

  private Outcome<Done> delete(String key, long caseId) {
    return semel.perform(
        ON_CASE.intent("acme", key, caseId),
        // snippet: soft-delete
        effect -> {
          try (NamedSql.Bound delete = DELETE_CASE.prepare(effect.connection())) {
            if (delete.set("id", caseId).statement().executeUpdate() == 0) {
              throw effect.reject("GONE_ALREADY", "");
            }
          }
          effect.publish(Event.of("case", Long.toString(caseId), "CaseDeleted", null));
        }
        // end snippet
        );
  }

  @Test
  void aCaseIsDeletedOnce() {
    long caseId = openCase("deleted");
    assertThat(delete("delete-1", caseId)).isInstanceOf(Outcome.Executed.class);
    assertThat(delete("delete-1", caseId)).isInstanceOf(Outcome.Replayed.class);
    assertThat(code(delete("delete-2", caseId))).isEqualTo("GONE_ALREADY");
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM semel.outbox WHERE aggregateid = ? AND type = 'CaseDeleted'",
                Long.toString(caseId)))
        .isEqualTo(1);
  }

  @Test
  void aSettlementIsMadeOnceADay() {
    String merchant = "m-1";
    LocalDate day = LocalDate.of(2026, 11, 15);
    Outcome<Done> outcome =
        semel.perform(
            ON_CASE.intent("acme", "settle-1", 1L),
            // snippet: advisory-lock
            effect -> {
              if (!AdvisoryLock.tryLock(
                  effect.connection(), "settlement", merchant, day.toString())) {
                throw effect.reject("SETTLEMENT_RUNS", "try again later");
              }
              settle(effect, merchant, day); // one_settlement_per_day has the last word
            }
            // end snippet
            );
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(database.queryLong("SELECT count(*) FROM settlement")).isEqualTo(1);
  }

  private static void settle(JdbcEffect effect, String merchant, LocalDate day)
      throws SQLException {
    try (NamedSql.Bound insert =
        NamedSql.of("INSERT INTO settlement (merchant, day) VALUES (:merchant, :day)")
            .prepare(effect.connection())) {
      insert.set("merchant", merchant).set("day", day).statement().executeUpdate();
    }
  }
}
