package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.demo.Race;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(ServerExtension.class)
class CommandsIT {
  private static final String ANY_PATH = "/api/cases";
  private static final String REASON = "{\"reason\": \"the facts are clear\"}";

  @Test
  void aCaseIsOpenedAndARetryIsAnsweredTheSame(Api api) {
    String key = Api.newKey();
    String body = complaint(UUID.randomUUID().toString());

    Answer first = api.post("north-olga", key, "/api/cases", body);
    Answer retry = api.post("north-olga", key, "/api/cases", body);

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header("Location")).isEqualTo("/api/cases/" + first.text("caseId"));
    assertThat(first.json().path("created").asBoolean()).isTrue();
    assertThat(first.isReplay()).isFalse();
    assertThat(retry.status()).isEqualTo(201);
    assertThat(retry.body()).isEqualTo(first.body());
    assertThat(retry.header("Location")).isEqualTo(first.header("Location"));
    assertThat(retry.isReplay()).isTrue();
    assertThat(timeline(api, first.text("caseId"))).isEqualTo(2);
  }

  @Test
  void theSameKeyWithAnotherPayloadIsRefused(Api api) {
    String key = Api.newKey();
    api.post("north-olga", key, "/api/cases", complaint(key));

    Answer other = api.post("north-olga", key, "/api/cases", complaint("another " + key));

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.header("Content-Type")).startsWith("application/problem+json");
    assertThat(other.text("code")).isEqualTo("mismatch");
  }

  @Test
  void aComplaintThatIsKnownIsFoundUnderAnyKeyAndByAnyUser(Api api) {
    String body = complaint(UUID.randomUUID().toString());
    Answer first = api.post(ANY_PATH, body);

    Answer second = api.post("north-sam", Api.newKey(), ANY_PATH, body);

    assertThat(second.status()).isEqualTo(200);
    assertThat(second.json().path("created").asBoolean(true)).isFalse();
    assertThat(second.text("caseId")).isEqualTo(first.text("caseId"));
  }

  @ParameterizedTest
  @CsvSource({
    "/api/cases",
    "/api/cases/{id}/approve",
    "/api/cases/{id}/escalate",
    "/api/cases/{id}/close",
    "/api/cases/{id}/reopen",
    "/api/cases/{id}/assignment",
    "/api/cases/{id}/timers",
    "/api/cases/{id}/timers/DECISION/stop",
    "/api/cases/{id}/evidence",
    "/api/cases/{id}/notes",
    "/api/cases/{id}/fees",
    "/api/cases/{id}/notices",
    "/api/storm",
    "/api/storm/{id}/stop"
  })
  void aCommandWithoutAKeyIsRefused(String path, Api api) {
    String concrete = path.replace("{id}", UUID.randomUUID().toString());

    Answer answer = api.post("north-olga", null, concrete, "{}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    assertThat(answer.text("code")).isEqualTo("key_missing");
    assertThat(answer.text("detail")).contains("Idempotency-Key");
  }

  @Test
  void statesAreToldApart(Api api) {
    String caseId = api.openCase("north-olga");
    String approve = "/api/cases/%s/approve".formatted(caseId);

    Answer applied = api.post(approve, REASON);
    Answer already = api.post(approve, REASON);
    Answer conflict = api.post("/api/cases/%s/escalate".formatted(caseId), REASON);
    Answer stale =
        api.post(
            "/api/cases/%s/close".formatted(caseId),
            "{\"reason\": \"late\", \"expectedVersion\": 1}");

    assertThat(applied.json().path("applied").asBoolean()).isTrue();
    assertThat(applied.text("state")).isEqualTo("APPROVED");
    assertThat(already.status()).isEqualTo(200);
    assertThat(already.json().path("applied").asBoolean(true)).isFalse();
    assertThat(conflict.status()).isEqualTo(409);
    assertThat(conflict.text("code")).isEqualTo("CASE_STATE_CONFLICT");
    assertThat(conflict.text("detail")).contains("APPROVED");
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.text("code")).isEqualTo("CASE_CHANGED");
  }

  @Test
  void aCapacityRejectionIsReplayedAndANewCommandIsJudgedAnew(Api api) {
    String caseId = api.openCase("north-olga");
    String path = "/api/cases/%s/assignment".formatted(caseId);
    String key = Api.newKey();
    String bruno = "{\"officer\": \"bruno\"}";

    Answer first = api.post("north-olga", key, path, bruno);
    Answer retry = api.post("north-olga", key, path, bruno);
    Answer another = api.post("north-olga", key, path, "{\"officer\": \"sam\"}");
    Answer anew = api.post(path, "{\"officer\": \"sam\"}");

    assertThat(first.status()).isEqualTo(409);
    assertThat(first.header("Content-Type")).startsWith("application/problem+json");
    assertThat(first.text("code")).isEqualTo("OFFICER_AT_CAPACITY");
    assertThat(retry.body()).isEqualTo(first.body());
    assertThat(retry.isReplay()).isTrue();
    assertThat(another.status()).isEqualTo(422);
    assertThat(anew.status()).isEqualTo(200);
    assertThat(anew.text("officer")).isEqualTo("sam");
  }

  @Test
  void aBodyThatMakesNoSenseLeavesTheKeyFree(Api api) {
    String key = Api.newKey();
    String path = "/api/cases/%s/timers".formatted(api.openCase("north-olga"));

    Answer broken = api.post("north-olga", key, path, "{\"type\": ");
    Answer wrong = api.post("north-olga", key, path, "{\"type\": \"DECISION\", \"dueInHours\": 0}");
    Answer misspelt =
        api.post("north-olga", key, path, "{\"type\": \"DECISION\", \"dueInHour\": 1}");
    Answer right =
        api.post("north-olga", key, path, "{\"type\": \"DECISION\", \"dueInHours\": 24}");

    assertThat(broken.status()).isEqualTo(400);
    assertThat(broken.text("code")).isEqualTo("INVALID_REQUEST");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.text("field")).isEqualTo("dueInHours");
    assertThat(wrong.text("detail")).contains("1 to 8760");
    assertThat(misspelt.status()).isEqualTo(400);
    assertThat(right.status()).isEqualTo(201);
  }

  @Test
  void aStormMayNotRestartADatabaseOfSomebodyElseAndItsKeyStaysFree(Api api) {
    String key = Api.newKey();
    String storm =
        """
        {"clients": 1, "intents": 1, "duplicates": 0,
         "lostReplies": 0, "killedConnections": 0, "databaseRestarts": %d}
        """;

    Answer refused = api.post("north-olga", key, "/api/storm", storm.formatted(1));
    Answer mended = api.post("north-olga", key, "/api/storm", storm.formatted(0));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("field")).isEqualTo("databaseRestarts");
    assertThat(mended.status()).isEqualTo(202);
  }

  @Test
  void everythingThatBelongsToACaseIsShownInItsFileAndItsTimeline(Api api) {
    String caseId = api.openCase("north-olga");
    String base = "/api/cases/" + caseId;

    assertThat(api.post(base + "/assignment", "{\"officer\": \"olga\"}").status()).isEqualTo(200);
    assertThat(api.post(base + "/timers", "{\"type\": \"APPEAL\", \"dueInHours\": 5}").status())
        .isEqualTo(201);
    assertThat(api.post(base + "/timers/APPEAL/stop", REASON).status()).isEqualTo(200);
    assertThat(api.post(base + "/evidence", evidence()).status()).isEqualTo(201);
    assertThat(api.post(base + "/evidence", evidence()).status()).isEqualTo(200);
    assertThat(api.post(base + "/notes", "{\"text\": \"she called\"}").status()).isEqualTo(201);
    assertThat(api.post(base + "/fees", fee(caseId)).status()).isEqualTo(201);
    assertThat(api.post(base + "/fees", fee(caseId)).status()).isEqualTo(200);
    assertThat(api.post(base + "/notices", notice()).status()).isEqualTo(201);
    assertThat(api.post(base + "/notices", notice()).status()).isEqualTo(200);

    Answer file = api.get(base);
    assertThat(file.text("officer")).isEqualTo("olga");
    assertThat(file.text("description")).isEqualTo("Long");
    assertThat(file.json().path("allowed").toString())
        .isEqualTo("[\"approve\",\"escalate\",\"close\"]");
    for (String part : List.of("timers", "evidence", "notes", "fees", "notices")) {
      assertThat(file.json().path(part).size()).as(part).isEqualTo(1);
    }
    assertThat(file.json().path("version").asInt()).isEqualTo(8);
    assertThat(timeline(api, caseId)).isEqualTo(16);
  }

  @Test
  void twentyPressesOfOneButtonAddOneNote(Api api, PostgresDatabase database) {
    String caseId = api.openCase("north-olga");
    String path = "/api/cases/%s/notes".formatted(caseId);
    String key = Api.newKey();

    List<Answer> answers =
        Race.of(20, number -> api.post("north-olga", key, path, "{\"text\": \"she called\"}"));

    assertThat(answers).extracting(Answer::status).isSubsetOf(201, 409);
    assertThat(answers).filteredOn(it -> it.status() == 201 && !it.isReplay()).hasSize(1);
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM casework.note WHERE case_id = ?", UUID.fromString(caseId)))
        .isEqualTo(1);
  }

  private static long timeline(Api api, String caseId) {
    return api.get("/api/cases/%s/timeline".formatted(caseId)).json().path("entries").size();
  }

  private static String complaint(String reference) {
    return "{\"source\": \"test\", \"complaintRef\": \"%s\", \"subject\": \"Noise\"}"
        .formatted(reference);
  }

  private static String evidence() {
    return "{\"name\": \"photo.jpg\", \"sha256\": \"%s\"}".formatted("0123456789abcdef".repeat(4));
  }

  private static String fee(String caseId) {
    return "{\"amountCents\": 1250, \"currency\": \"EUR\", \"sourceOperation\": \"%s\"}"
        .formatted(caseId);
  }

  private static String notice() {
    return """
        {"recipient": "ada@example.org", "template": "approved", "event": "CaseApproved"}""";
  }
}
