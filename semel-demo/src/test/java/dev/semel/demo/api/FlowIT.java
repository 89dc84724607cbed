package dev.semel.demo.api;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.semel.demo.dashboard.Dashboard;
import dev.semel.demo.database.ExternalDatabase;
import dev.semel.demo.server.DemoServer;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresInbox;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Events on their way, over a real Kafka. What arrived is counted in the database. */
@ExtendWith(ServerExtension.class)
class FlowIT {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Api api;
  private final PostgresDatabase database;

  FlowIT(Api api, PostgresDatabase database) {
    this.api = api;
    this.database = database;
  }

  @Test
  void whatHappensToACaseIsOnTheDashboardOnceItHasComeThroughKafka() {
    String caseId = api.openCase("north-olga");
    note(caseId);
    api.post("/api/cases/%s/assignment".formatted(caseId), "{\"officer\": \"olga\"}");
    api.post("/api/cases/%s/escalate".formatted(caseId), "{\"reason\": \"it is bad\"}");

    awaitApplied(caseId, 4);

    assertThat(rows("state = 'ESCALATED' AND officer = 'olga' AND notes = 1", caseId)).isEqualTo(1);
    api.post("/api/cases/%s/close".formatted(caseId), "{\"reason\": \"done\"}");
    awaitApplied(caseId, 5);
    assertThat(rows("state = 'CLOSED' AND officer IS NULL AND version = 5", caseId)).isEqualTo(1);
    assertThat(api.get("/api/dashboard").json().path("states").path("CLOSED").asInt()).isPositive();
  }

  @Test
  void aDeadLetterHoldsItsCaseUpAndARedrivePutsItRightInOrder() {
    String caseId = api.openCase("south-ines");
    awaitApplied(caseId, 1);
    api.post("south-ines", Api.newKey(), "/api/flow/poison", "{\"events\": 1}");
    note("south-ines", caseId);
    note("south-ines", caseId);
    note("south-ines", caseId);

    JsonNode flow =
        await().atMost(LIMIT).until(() -> flow("south-ines"), it -> isParked(it, caseId));

    JsonNode letter = requireNonNull(letterOf(flow, caseId));
    assertThat(letter.path("place").asString()).isEqualTo("DASHBOARD");
    assertThat(letter.path("version").asInt()).isEqualTo(2);
    assertThat(letter.path("reason").asString()).contains("POISONED");
    assertThat(applied(caseId)).isEqualTo(1);
    assertThat(letterOf(flow("north-olga"), caseId)).isNull();
    assertThat(redriveAsAnother(letter)).isZero();
    String which = "{\"eventId\": \"%s\"}".formatted(letter.path("eventId").asString());
    Answer redriven = api.post("south-ines", Api.newKey(), "/api/flow/redrive", which);
    assertThat(redriven.json().path("events").asInt()).isEqualTo(1);
    awaitApplied(caseId, 4);
    assertThat(letterOf(flow("south-ines"), caseId)).isNull();
    assertThat(rows("notes = 3 AND version = 4", caseId)).isEqualTo(1);
  }

  @Test
  void deadLettersOfSeveralTenantsAreListedByAge() {
    Inbox inbox = Inbox.on(PostgresInbox.on(database.dataSource()));
    List<Message> dead = List.of(deadEvent("storm"), deadEvent("north"), deadEvent("storm"));
    for (Message event : dead) {
      inbox.deadLetter(Dashboard.CONSUMER, event, "POISONED: on purpose");
    }

    JsonNode flow = flow("north-olga");
    for (Message event : dead) {
      assertThat(inbox.records().dismiss(Dashboard.CONSUMER, event.id(), "seen")).isTrue();
    }

    assertThat(flow.path("deadLetters").valueStream().map(it -> it.path("eventId").asString()))
        .containsSubsequence(dead.stream().map(event -> event.id().id()).toList());
  }

  @Test
  void aNoticeIsSentByThePostThatAWebhookTells() {
    String caseId = api.openCase("north-olga");
    String notice =
        "{\"recipient\": \"ada@example.org\", \"template\": \"receipt\", \"event\": \"opened\"}";

    api.post("/api/cases/%s/notices".formatted(caseId), notice);
    api.post("/api/cases/%s/notices".formatted(caseId), notice);

    await().atMost(LIMIT).until(() -> sent(caseId), found -> found == 1);
    JsonNode file = api.get("/api/cases/" + caseId).json();
    assertThat(file.at("/notices/0/sentAt").isString()).isTrue();
    assertThat(flow("north-olga").at("/notices/sent").asLong()).isPositive();
    String signed = "SELECT count(*) FROM semel.intent WHERE operation = 'webhook:casework'";
    assertThat(database.queryLong(signed)).isPositive();
  }

  @Test
  void thePostBelievesNoWebhookWithoutASignature() {
    String forged =
        """
        {"type": "NoticeRequested", "data": {"tenant": "north", "caseId": "%1$s",
         "noticeId": "%1$s", "recipient": "eve@example.org", "template": "receipt"}}
        """
            .formatted(UUID.randomUUID());

    assertThat(api.post(null, null, "/hooks/notices", forged).status()).isEqualTo(401);
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM casework.sent_notice WHERE recipient = 'eve@example.org'"))
        .isZero();
  }

  @Test
  void everyEventIsInTheTopicAndNoneWaits() {
    String caseId = api.openCase("north-olga");
    awaitApplied(caseId, 1);

    JsonNode flow =
        await()
            .atMost(LIMIT)
            .until(() -> flow("north-olga"), it -> it.at("/outbox/waiting").asInt() == 0);

    assertThat(flow.at("/topic/records").asLong())
        .isGreaterThanOrEqualTo(flow.at("/outbox/committed").asLong());
    assertThat(flow.at("/topic/name").asString()).startsWith("cases-");
  }

  @Test
  void tooMuchPoisonIsRefused() {
    Answer refused = api.post("/api/flow/poison", "{\"events\": 21}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("field")).isEqualTo("events");
  }

  @Test
  void withoutABrokerEventsStayInTheOutbox() {
    try (PostgresDatabase own = PostgresServer.shared().newDatabase("silent");
        DemoServer silent = DemoServer.start(0, new ExternalDatabase(own.jdbcUrl(), null, null))) {
      Answer flow = new Api(silent.port()).get("/api/flow");

      assertThat(flow.status()).isEqualTo(503);
      assertThat(flow.text("code")).isEqualTo("BROKER_AWAY");
      assertThat(own.queryLong("SELECT count(*) FROM semel.outbox")).isPositive();
    }
  }

  @Test
  void withoutABrokerARedriveIsRefusedBeforeItHasChangedAnything() {
    try (PostgresDatabase own = PostgresServer.shared().newDatabase("silent");
        DemoServer silent = DemoServer.start(0, new ExternalDatabase(own.jdbcUrl(), null, null))) {
      Inbox.on(PostgresInbox.on(own.dataSource()))
          .deadLetter(Dashboard.CONSUMER, deadEvent("north"), "POISONED: on purpose");

      Answer redrive = new Api(silent.port()).post("/api/flow/redrive", "{}");

      assertThat(redrive.status()).isEqualTo(503);
      assertThat(redrive.text("code")).isEqualTo("BROKER_AWAY");
      assertThat(own.queryLong("SELECT count(*) FROM semel.inbox_message WHERE state = 'DEAD'"))
          .isOne();
    }
  }

  private static Message deadEvent(String tenant) {
    return Message.of(
            "/casework", UUID.randomUUID().toString(), "{}".getBytes(StandardCharsets.UTF_8))
        .type("CaseOpened")
        .tenant(tenant)
        .about("case", UUID.randomUUID().toString(), 1L);
  }

  private void note(String caseId) {
    note("north-olga", caseId);
  }

  private void note(String token, String caseId) {
    String path = "/api/cases/%s/notes".formatted(caseId);
    assertThat(api.post(token, Api.newKey(), path, "{\"text\": \"She called.\"}").status())
        .isEqualTo(201);
  }

  private JsonNode flow(String token) {
    return api.get(token, "/api/flow").json();
  }

  private int redriveAsAnother(JsonNode letter) {
    String which = "{\"eventId\": \"%s\"}".formatted(letter.path("eventId").asString());
    return api.post("/api/flow/redrive", which).json().path("events").asInt();
  }

  private static boolean isParked(JsonNode flow, String caseId) {
    JsonNode letter = letterOf(flow, caseId);
    return letter != null && letter.path("waiting").asInt() == 2;
  }

  private static @Nullable JsonNode letterOf(JsonNode flow, String caseId) {
    return flow.path("deadLetters")
        .valueStream()
        .filter(letter -> letter.path("caseId").asString().equals(caseId))
        .findFirst()
        .orElse(null);
  }

  private void awaitApplied(String caseId, long events) {
    await().atMost(LIMIT).until(() -> applied(caseId), found -> found == events);
  }

  private long sent(String caseId) {
    return database.queryLong(
        "SELECT count(*) FROM casework.sent_notice WHERE case_id = ?", UUID.fromString(caseId));
  }

  private long applied(String caseId) {
    return database.queryLong(
        "SELECT count(*) FROM casework.dashboard_applied WHERE case_id = ?",
        UUID.fromString(caseId));
  }

  private long rows(String condition, String caseId) {
    return database.queryLong(
        "SELECT count(*) FROM casework.dashboard_case WHERE %s AND case_id = ?"
            .formatted(condition),
        UUID.fromString(caseId));
  }
}
