package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

@ExtendWith(ServerExtension.class)
class QueriesIT {
  @Test
  void usersAndTheirTokensAreToldToEverybody(Api api) {
    Answer users = api.get(null, "/api/users");

    assertThat(users.status()).isEqualTo(200);
    // The page begins with the first one, whose desk has room.
    assertThat(users.body())
        .startsWith(
            "{\"users\":[{\"token\":\"north-olga\",\"tenant\":\"north\",\"user\":\"olga\",\"role\":\"officer\"}");
  }

  @Test
  void bothTenantsAreSeededAndAnOfficerIsAtCapacity(Api api) {
    assertThat(api.get("south-ines", "/api/cases").json().path("cases").size())
        .isGreaterThanOrEqualTo(2);
    JsonNode officers = api.get("/api/officers").json().path("officers");
    assertThat(officers.toString())
        .contains(
            "{\"officer\":\"bruno\",\"role\":\"officer\",\"activeCases\":20,\"maxActiveCases\":20}");
  }

  @Test
  void casesAreListedByStateNewestFirst(Api api) {
    String older = api.openCase("south-pedro");
    String newer = api.openCase("south-pedro");

    JsonNode all = api.get("south-pedro", "/api/cases?limit=200").json();
    Answer approved = api.get("north-olga", "/api/cases?state=APPROVED&limit=200");

    assertThat(all.path("cases").toString().indexOf(newer))
        .isLessThan(all.path("cases").toString().indexOf(older));
    assertThat(all.path("counts").path("OPEN").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(approved.body()).contains("No ramp at the ferry landing").doesNotContain("RN-001");
    assertThat(api.get("/api/cases?limit=1").json().path("cases").size()).isEqualTo(1);
  }

  @Test
  void aTimelineTellsEverythingOnceAlsoWhereOneCommandDidSeveralThings(Api api) {
    JsonNode cases = api.get("/api/cases?limit=200").json().path("cases");
    String caseId =
        StreamSupport.stream(cases.spliterator(), false)
            .filter(found -> found.path("complaintRef").asString().equals("WF-55120"))
            .findFirst()
            .orElseThrow()
            .path("caseId")
            .asString();

    JsonNode entries = api.get("/api/cases/%s/timeline".formatted(caseId)).json().path("entries");

    assertThat(entries)
        .extracting(it -> it.path("action").asString("") + it.path("type").asString(""))
        .containsExactlyInAnyOrder(
            "OPEN_CASE",
            "ASSIGN_OFFICER",
            "START_TIMER",
            "CaseOpened",
            "OfficerAssigned",
            "TimerStarted");
    assertThat(entries)
        .extracting(it -> it.path("recordId").asString())
        .containsOnly(entries.path(0).path("recordId").asString());
  }

  @Test
  void questionsThatMakeNoSenseAreRefused(Api api) {
    assertThat(api.get("/api/cases?state=LOST").status()).isEqualTo(400);
    assertThat(api.get("/api/cases?limit=0").text("field")).isEqualTo("limit");
    assertThat(api.get("/api/cases?limit=201").status()).isEqualTo(400);
    assertThat(api.get("/api/cases/not-an-id").text("field")).isEqualTo("caseId");
    assertThat(api.get("/api/nothing-here").status()).isEqualTo(404);
  }

  @Test
  void theBooksAreOpen(Api api) {
    Answer books = api.get("/api/ledger");

    assertThat(books.status()).isEqualTo(200);
    assertThat(books.json().path("reconciliation").path("balanced").asBoolean()).isTrue();
  }

  @Test
  void thePageIsServedWithoutATokenAndMayLoadNothingFromElsewhere(Api api) {
    Answer page = api.get(null, "/");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Security-Policy"))
        .startsWith("default-src 'none'; script-src 'self';")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe", "http", "data:", "*");
    assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
  }

  @Test
  void theDocumentIsServedWithoutAToken(Api api) {
    Answer document = api.get(null, "/openapi.json");

    assertThat(document.status()).isEqualTo(200);
    assertThat(document.header("Content-Type")).startsWith("application/json");
    assertThat(document.json()).isEqualTo(Documented.document());
  }

  @Test
  void whatIsNotThereHasTheHeadersOfThePageToo(Api api) {
    Answer missing = api.get(null, "/nothing-here");

    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.header("Content-Security-Policy")).startsWith("default-src 'none'");
  }
}
