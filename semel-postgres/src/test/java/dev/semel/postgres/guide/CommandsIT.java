package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Answer;
import dev.semel.Codec;
import dev.semel.Done;
import dev.semel.Duplicates;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Isolation;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Reference;
import dev.semel.Rejections;
import dev.semel.Replay;
import dev.semel.Retention;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.json.SemelJson;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.guide.Cases.CaseOpened;
import dev.semel.postgres.guide.Cases.CloseCase;
import dev.semel.postgres.guide.Cases.OpenCase;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the README and of the guide on commands. */
@ExtendWith(PostgresExtension.class)
class CommandsIT {
  private static final SemelJson JSON = SemelJson.standard();

  // snippet: smallest
  static final Operation<OpenCase, CaseOpened> OPEN_CASE =
      Operation.named("open-case")
          .taking(JSON.payload(OpenCase.class))
          .answering(JSON.result(CaseOpened.class));

  // end snippet

  // snippet: without-result
  static final Operation<CloseCase, Done> CLOSE_CASE =
      Operation.named("close-case").taking(JSON.payload(CloseCase.class)).answeringNothing();

  // end snippet

  // snippet: bytes-and-text
  static final Operation<byte[], byte[]> CONVERT =
      Operation.named("convert")
          .taking(Fingerprinter.bytes())
          .answering(Codec.bytes("application/pdf"));

  static final Operation<String, String> GREET =
      Operation.named("greet").taking(Fingerprinter.text()).answering(Codec.text());

  // end snippet

  static final Operation<CloseCase, CaseOpened> STATUS_ONLY =
      Operation.named("close-quietly")
          .taking(JSON.payload(CloseCase.class))
          .answering(Replay.statusOnly());

  // snippet: not-kept
  static final Operation<String, String> ISSUE_TOKEN =
      Operation.named("issue-token").taking(Fingerprinter.text()).answering(Replay.notKept());

  // end snippet

  // snippet: capped
  static final Operation<OpenCase, CaseOpened> CAPPED =
      Operation.named("open-case-capped")
          .taking(JSON.payload(OpenCase.class))
          .answering(Replay.full(JSON.result(CaseOpened.class)).upTo(10));

  // end snippet

  // snippet: settings
  static final Operation<OpenCase, CaseOpened> WITH_SETTINGS =
      OPEN_CASE
          .retainedFor(Duration.ofDays(30))
          .duplicates(Duplicates.waitUpTo(Duration.ofSeconds(5)))
          .rejections(Rejections.JUDGED_ANEW)
          .isolation(Isolation.SERIALIZABLE)
          .retrying(RetryPolicy.standard().attempts(5).within(Duration.ofSeconds(3)))
          .alreadyExists("one_case_per_complaint", "CASE_EXISTS");

  // end snippet

  private final Cases cases = new Cases();
  private final PostgresDatabase database;
  private final DataSource dataSource;
  private final Semel semel;

  CommandsIT(PostgresDatabase database) {
    this.database = database;
    this.dataSource = database.dataSource();
    this.semel = GuideTables.semel(database);
  }

  @BeforeAll
  static void createTables(PostgresDatabase database) {
    GuideTables.create(database);
  }

  @Test
  void theSmallestUse() {
    String commandId = "smallest-1";
    OpenCase request = new OpenCase("web", "smallest");
    // snippet: smallest
    Semel semel = Semel.on(PostgresStore.on(dataSource));

    Outcome<CaseOpened> outcome =
        semel.once(
            OPEN_CASE.intent("acme", commandId, request),
            effect -> cases.open(effect.connection(), request));
    // end snippet
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
  }

  private CaseOpened openCase(String complaint) {
    OpenCase request = new OpenCase("web", complaint);
    return semel
        .once(
            OPEN_CASE.intent("acme", "open-" + complaint, request),
            effect -> cases.open(effect.connection(), request))
        .orElseThrow();
  }

  @Test
  void aCommandWithoutResult() {
    CloseCase request = new CloseCase(openCase("without result").caseId());
    // snippet: without-result
    Outcome<Done> outcome =
        semel.perform(
            CLOSE_CASE.intent("acme", "close-1", request),
            effect -> cases.close(effect.connection(), request.caseId()));
    // end snippet
    assertThat(outcome.orElseThrow()).isEqualTo(Done.DONE);
    assertThat(stateOf(request.caseId())).isEqualTo("CLOSED");
  }

  private Object stateOf(long caseId) {
    return String.valueOf(
        database
            .query("SELECT state FROM complaint_case WHERE id = ?", caseId)
            .get(0)
            .get("state"));
  }

  @Test
  void bytesAndTextAreReplayedAsTheyWere() {
    byte[] page = {1, 2, 3};
    assertThat(semel.once(CONVERT.intent("acme", "convert-1", page), effect -> page).orElseThrow())
        .isEqualTo(page);
    assertThat(semel.once(CONVERT.intent("acme", "convert-1", page), effect -> page).orElseThrow())
        .isEqualTo(page);
    semel.once(GREET.intent("acme", "greet-1", "Ada"), effect -> "good day");
    assertThat(semel.once(GREET.intent("acme", "greet-1", "Ada"), effect -> "bye").orElseThrow())
        .isEqualTo("good day");
  }

  // snippet: outcomes
  static int httpStatus(Outcome<CaseOpened> outcome) {
    if (outcome instanceof Outcome.InProgress) {
      return 409; // with Retry-After: inProgress.retryAfter()
    }
    if (outcome instanceof Outcome.Mismatch) {
      return 422; // the caller has a bug
    }
    if (outcome instanceof Outcome.Rejected) {
      return 400; // rejected.rejection().code() says why, the same on every retry
    }
    return outcome.isDone() ? 201 : 503; // the rest is Unknown
  }

  // end snippet

  @Test
  void anOutcomeBecomesAStatus() {
    OpenCase request = new OpenCase("web", "status");
    Outcome<CaseOpened> first = openWith("status-1", request);
    assertThat(httpStatus(first)).isEqualTo(201);
    assertThat(httpStatus(openWith("status-1", request))).isEqualTo(201);
    assertThat(httpStatus(openWith("status-1", new OpenCase("web", "other")))).isEqualTo(422);
  }

  private Outcome<CaseOpened> openWith(String key, OpenCase request) {
    return semel.once(
        OPEN_CASE.intent("acme", key, request), effect -> cases.open(effect.connection(), request));
  }

  @Test
  void aReferenceIsLookedUpAgain() {
    // snippet: reference
    Operation<OpenCase, CaseOpened> openCase =
        Operation.named("open-case-by-reference")
            .taking(JSON.payload(OpenCase.class))
            .answering(
                Replay.reference(
                    opened -> new Reference("case", Long.toString(opened.caseId())),
                    (scope, reference) -> cases.find(dataSource, reference.id())));
    // end snippet
    OpenCase request = new OpenCase("web", "reference");
    CaseOpened first =
        semel
            .once(
                openCase.intent("acme", "reference-1", request),
                effect -> cases.open(effect.connection(), request))
            .orElseThrow();
    assertThat(
            semel
                .once(openCase.intent("acme", "reference-1", request), effect -> first)
                .orElseThrow())
        .isEqualTo(first);

    database.execute("UPDATE complaint_case SET deleted_at = now() WHERE id = " + first.caseId());
    Outcome<CaseOpened> gone =
        semel.once(openCase.intent("acme", "reference-1", request), effect -> first);
    assertThat(gone)
        .isEqualTo(
            new Outcome.Replayed<>(
                new Answer.Referenced<>(
                    new Reference("case", Long.toString(first.caseId())), null)));
  }

  @Test
  void whatIsNotKeptIsSaidToBe() {
    CloseCase close = new CloseCase(1);
    semel.once(STATUS_ONLY.intent("acme", "status-only-1", close), effect -> new CaseOpened(1));
    assertThat(
            semel.once(
                STATUS_ONLY.intent("acme", "status-only-1", close), effect -> new CaseOpened(2)))
        .isEqualTo(new Outcome.Replayed<>(new Answer.StatusOnly<>()));

    semel.once(ISSUE_TOKEN.intent("acme", "token-1", "Ada"), effect -> "secret");
    assertThat(semel.once(ISSUE_TOKEN.intent("acme", "token-1", "Ada"), effect -> "another"))
        .isEqualTo(new Outcome.Replayed<>(new Answer.NotKept<>("its operation keeps no results")));

    OpenCase request = new OpenCase("web", "capped");
    semel.once(CAPPED.intent("acme", "capped-1", request), effect -> new CaseOpened(12345));
    assertThat(semel.once(CAPPED.intent("acme", "capped-1", request), effect -> new CaseOpened(2)))
        .isEqualTo(
            new Outcome.Replayed<>(
                new Answer.NotKept<>("16 bytes are more than the 10 that are kept")));
  }

  @Test
  void aNoStaysANo() {
    CloseCase request = new CloseCase(openCase("rejection").caseId());
    // snippet: reject
    Outcome<Done> outcome =
        semel.perform(
            CLOSE_CASE.intent("acme", "close-2", request),
            effect -> {
              if (!mayClose(request)) {
                throw effect.reject("FEE_UNPAID", "the fee of the case is not paid");
              }
              cases.close(effect.connection(), request.caseId());
            });
    // end snippet
    assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
    Outcome<Done> retry =
        semel.perform(CLOSE_CASE.intent("acme", "close-2", request), effect -> {});
    assertThat(retry).isInstanceOf(Outcome.Rejected.class);
    assertThat(retry.isReplay()).isTrue();
    assertThat(stateOf(request.caseId())).isEqualTo("OPEN");
  }

  private static boolean mayClose(CloseCase request) {
    return request.caseId() < 0;
  }

  @Test
  void auditAndEventsCommitWithTheEffect() {
    CloseCase request = new CloseCase(openCase("audited").caseId());
    for (int attempt = 0; attempt < 3; attempt++) {
      // snippet: audit-and-events
      semel.perform(
          CLOSE_CASE.intent("acme", "close-3", request),
          effect -> {
            cases.close(effect.connection(), request.caseId());
            String id = Long.toString(request.caseId());
            effect.audit("CLOSE_CASE", id, "asked for by the complainant");
            effect.publish(Event.of("case", id, "CaseClosed", "{\"caseId\":" + id + "}"));
          });
      // end snippet
    }
    String id = Long.toString(request.caseId());
    assertThat(database.queryLong("SELECT count(*) FROM semel.audit WHERE subject = ?", id))
        .isEqualTo(1);
    assertThat(database.queryLong("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", id))
        .isEqualTo(1);
  }

  @Test
  void aKeyedEventIsPublishedOnceWhoeverPublishesIt() {
    for (String key : new String[] {"close-4", "close-5"}) {
      // snippet: keyed-event
      semel.perform(
          CLOSE_CASE.intent("acme", key, new CloseCase(7)),
          effect ->
              effect.publish(
                  Event.of("case", "7", "CaseClosed", "{\"caseId\":7}")
                      .version(3)
                      .keyed("case 7 closed at version 3")));
      // end snippet
    }
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM semel.outbox WHERE event_key = 'case 7 closed at version 3'"))
        .isEqualTo(1);
  }

  @Test
  void settingsAreWhatTheyWereToldToBe() {
    assertThat(WITH_SETTINGS.settings().retention()).isEqualTo(Retention.of(Duration.ofDays(30)));
    OpenCase request = new OpenCase("web", "twice");
    Outcome<CaseOpened> first = openTwice("settings-1", request);
    assertThat(first.isDone()).isTrue();
    Outcome<CaseOpened> second = openTwice("settings-2", request);
    assertThat(second).isInstanceOf(Outcome.Rejected.class);
    assertThat(((Outcome.Rejected<CaseOpened>) second).rejection().code()).isEqualTo("CASE_EXISTS");
  }

  private Outcome<CaseOpened> openTwice(String key, OpenCase request) {
    return semel.once(
        WITH_SETTINGS.intent("acme", key, request),
        effect -> cases.open(effect.connection(), request));
  }
}
