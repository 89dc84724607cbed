package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(ServerExtension.class)
class IsolationIT {
  private static final String REASON = "{\"reason\": \"curiosity\"}";

  @ParameterizedTest
  @ValueSource(
      strings = {"/api/cases", "/api/officers", "/api/ledger", "/api/storm", "/api/anything"})
  void whoHasNoTokenLearnsNothing(String path, Api api) {
    for (String token : new String[] {null, "", "north-nobody"}) {
      Answer answer = api.get(token, path);

      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
      assertThat(answer.text("code")).isEqualTo("NO_TOKEN");
    }
  }

  @Test
  void aRequestWithoutATokenBurnsNoKey(Api api) {
    String key = Api.newKey();
    String body =
        "{\"source\": \"s\", \"complaintRef\": \"%s\", \"subject\": \"x\"}".formatted(key);

    assertThat(api.post(null, key, "/api/cases", body).status()).isEqualTo(401);
    assertThat(api.post("north-olga", key, "/api/cases", body).status()).isEqualTo(201);
  }

  @Test
  void aTenantSeesNothingOfAnother(Api api) {
    String caseId = api.openCase("north-olga");
    String path = "/api/cases/" + caseId;

    assertThat(api.get("north-sam", path).status()).isEqualTo(200);
    for (Answer answer :
        List.of(
            api.get("south-ines", path),
            api.get("south-ines", path + "/timeline"),
            api.post("south-ines", Api.newKey(), path + "/approve", REASON),
            api.post("south-ines", Api.newKey(), path + "/notes", "{\"text\": \"x\"}"))) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.text("code")).isEqualTo("NO_SUCH_CASE");
      assertThat(answer.body()).doesNotContain("north");
    }
    assertThat(api.get("south-ines", "/api/cases?limit=200").body()).doesNotContain(caseId);
    assertThat(api.get("south-ines", "/api/officers").body()).doesNotContain("olga");
    assertThat(api.get("north-olga", path).text("state")).isEqualTo("OPEN");
  }

  @Test
  void aFeeOfAnotherTenantIsInNobodyElsesBooks(Api api) {
    String path = "/api/cases/%s/fees".formatted(api.openCase("north-olga"));
    String operation = Api.newKey();
    api.post(
        path,
        "{\"amountCents\": 99, \"currency\": \"CHF\", \"sourceOperation\": \"%s\"}"
            .formatted(operation));

    assertThat(api.get("north-sam", "/api/ledger").body()).contains(operation);
    assertThat(api.get("south-ines", "/api/ledger").body())
        .doesNotContain(operation)
        .doesNotContain("CHF");
  }

  @Test
  void theSameKeyOfTwoUsersIsTwoCommands(Api api) {
    String key = Api.newKey();
    String path = "/api/cases/%s/notes".formatted(api.openCase("north-olga"));

    Answer olga = api.post("north-olga", key, path, "{\"text\": \"mine\"}");
    Answer sam = api.post("north-sam", key, path, "{\"text\": \"his\"}");

    assertThat(olga.status()).isEqualTo(201);
    assertThat(sam.status()).isEqualTo(201);
    assertThat(sam.isReplay()).isFalse();
  }

  @Test
  void theTimelineGivesNoKeyAway(Api api) {
    String key = "very-secret-" + Api.newKey();
    String caseId = api.openCase("north-olga");
    api.post("north-olga", key, "/api/cases/%s/escalate".formatted(caseId), REASON);

    Answer timeline = api.get("north-sam", "/api/cases/%s/timeline".formatted(caseId));

    assertThat(timeline.body()).contains("ESCALATE_CASE", "CaseEscalated").doesNotContain(key);
  }
}
