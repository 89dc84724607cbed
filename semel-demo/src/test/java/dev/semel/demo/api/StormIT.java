package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.semel.demo.SharedBroker;
import dev.semel.demo.database.EmbeddedDatabase;
import dev.semel.demo.server.DemoServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Storms on a server of their own, which they may crash. */
class StormIT {
  private static final Set<String> OVER = Set.of("DONE", "STOPPED", "FAILED");

  private static final String APPLIED_TWICE =
      """
      SELECT count(*) FROM (
        SELECT FROM casework.dashboard_applied GROUP BY event_id HAVING count(*) > 1) AS twice
      """;

  private static EmbeddedDatabase database;
  private static DemoServer server;

  private static Api api;

  @BeforeAll
  static void start() {
    database = EmbeddedDatabase.start(null);
    server = DemoServer.start(0, database, SharedBroker.withTopicOfItsOwn());
    api = new Api(server.port());
  }

  @AfterAll
  static void stop() {
    server.close();
    database.close();
  }

  @Test
  void aStormWithEveryFaultEndsInAVerdictThatHolds() {
    String stormId = startStorm(8, 80, 2, 8, 5, 1).text("stormId");

    JsonNode storm = awaitEnd(stormId);

    assertThat(storm.path("state").asString()).isEqualTo("DONE");
    assertThat(storm.path("verdict").path("violations").size()).as(storm.toString()).isZero();
    assertThat(storm.path("verdict").path("held").asBoolean()).isTrue();
    JsonNode counts = storm.path("counts");
    assertThat(counts.path("settledIntents").asInt()).isEqualTo(80);
    assertThat(counts.path("effects").asInt()).isEqualTo(80);
    assertThat(counts.path("attempts").asInt()).isGreaterThanOrEqualTo(240);
    assertThat(counts.path("replays").asInt()).isGreaterThanOrEqualTo(80);
    assertThat(counts.path("databaseRestarts").asInt()).isEqualTo(1);
    assertThat(counts.path("killedConnections").asInt()).isPositive();
    assertThat(counts.path("lostReplies").asInt()).isPositive();
    assertThat(counts.path("retries").asInt()).isPositive();
    assertThat(storm.path("series").size()).isGreaterThan(1);
    assertThat(storm.path("faults").size()).isEqualTo(1);
    assertThat(effectsIn(stormId)).isEqualTo(80);
    assertThat(storm.path("verdict").path("checks").toString())
        .contains("\"expected\":80,\"found\":80,\"held\":true");
  }

  @Test
  void aStormThatInterferesWithEventsEndsInAVerdictThatHolds() {
    String body =
        """
        {"clients": 4, "intents": 60, "duplicates": 1, "lostReplies": 2, "killedConnections": 2,
         "databaseRestarts": 1, "rewinds": 2, "consumerKills": 2, "relayKills": 2, "reorderings": 2,
         "poisonedEvents": 2}
        """;
    String stormId = api.post("/api/storm", body).text("stormId");

    JsonNode storm = awaitEnd(stormId);

    assertThat(storm.path("verdict").path("held").asBoolean()).as(storm.toString()).isTrue();
    JsonNode counts = storm.path("counts");
    assertThat(counts.path("rewinds").asInt()).isEqualTo(2);
    assertThat(counts.path("consumerKills").asInt()).isPositive();
    assertThat(counts.path("relayKills").asInt()).isPositive();
    assertThat(counts.path("reorderings").asInt()).isPositive();
    assertThat(counts.path("poisonedEvents").asInt()).isEqualTo(2);
    assertThat(counts.path("duplicatesDropped").asInt()).isPositive();
    assertThat(counts.path("parked").asInt()).isPositive();
    assertThat(check(storm, "published")).isEqualTo(check(storm, "applied")).isGreaterThan(60);
    assertThat(countApplied(stormId)).isEqualTo(check(storm, "applied"));
    assertThat(count(APPLIED_TWICE)).isZero();
    assertThat(api.get("/api/flow").json().path("deadLetters").size()).isZero();
  }

  private static int check(JsonNode storm, String name) {
    return storm
        .path("verdict")
        .path("checks")
        .valueStream()
        .filter(check -> check.path("name").asString().equals(name))
        .findFirst()
        .orElseThrow()
        .path("found")
        .asInt();
  }

  @Test
  void oneStormRunsAtATimeAndAStoppedOneIsJudged() {
    String key = Api.newKey();
    String body = settings(2, 2000, 9, 0, 0, 0);
    Answer first = api.post("north-olga", key, "/api/storm", body);
    Answer pressedTwice = api.post("north-olga", key, "/api/storm", body);

    Answer second = startStorm(1, 1, 0, 0, 0, 0);
    String stormId = first.text("stormId");
    Answer stopped = api.post("/api/storm/%s/stop".formatted(stormId), "{}");
    JsonNode storm = awaitEnd(stormId);

    assertThat(first.status()).isEqualTo(202);
    assertThat(first.header("Location")).isEqualTo("/api/storm/" + stormId);
    assertThat(pressedTwice.text("stormId")).isEqualTo(stormId);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.text("code")).isEqualTo("STORM_RUNNING");
    assertThat(stopped.status()).isEqualTo(202);
    assertThat(storm.path("state").asString()).isEqualTo("STOPPED");
    assertThat(storm.path("verdict").path("held").asBoolean()).isTrue();
    assertThat(api.get("/api/storm").text("stormId")).isEqualTo(stormId);
  }

  @Test
  void beforeTheFirstStormThereIsNothingToSay() {
    try (EmbeddedDatabase fresh = EmbeddedDatabase.start(null);
        DemoServer calm = DemoServer.start(0, fresh)) {
      Answer none = new Api(calm.port()).get("/api/storm");

      assertThat(none.status()).isEqualTo(204);
      assertThat(none.body()).isEmpty();
    }
  }

  @Test
  void aStormBeyondTheLimitsIsRefused() {
    Answer tooMany = startStorm(8, 2001, 0, 0, 0, 0);

    assertThat(tooMany.status()).isEqualTo(400);
    assertThat(tooMany.text("field")).isEqualTo("intents");
    assertThat(api.get("/api/storm/" + UUID.randomUUID()).status()).isEqualTo(404);
    assertThat(
            api.get(null, "/api/storm/limits").json().path("databaseRestarts").path("max").asInt())
        .isEqualTo(5);
  }

  private static Answer startStorm(
      int clients, int intents, int duplicates, int lost, int killed, int restarts) {
    return api.post("/api/storm", settings(clients, intents, duplicates, lost, killed, restarts));
  }

  private static String settings(
      int clients, int intents, int duplicates, int lost, int killed, int restarts) {
    return """
        {"clients": %d, "intents": %d, "duplicates": %d,
         "lostReplies": %d, "killedConnections": %d, "databaseRestarts": %d,
         "rewinds": 0, "consumerKills": 0, "relayKills": 0, "reorderings": 0, "poisonedEvents": 0}
        """
        .formatted(clients, intents, duplicates, lost, killed, restarts);
  }

  /** The storm is looked at all the time, also while the database is down. */
  private static JsonNode awaitEnd(String stormId) {
    return await()
        .atMost(Duration.ofMinutes(3))
        .until(() -> look(stormId), storm -> OVER.contains(storm.path("state").asString()));
  }

  private static JsonNode look(String stormId) {
    Answer answer = api.get("/api/storm/" + stormId);
    assertThat(answer.status()).isEqualTo(200);
    JsonNode counts = answer.json().path("counts");
    assertThat(counts.path("settledIntents").asInt())
        .isLessThanOrEqualTo(counts.path("effects").asInt());
    return answer.json();
  }

  private static long effectsIn(String stormId) {
    String sql =
        """
        SELECT (SELECT count(*) FROM casework.complaint_case WHERE source = '%1$s')
             + (SELECT count(*) FROM casework.note JOIN casework.complaint_case USING (case_id)
                WHERE source = '%1$s-desk')
        """
            .formatted(stormId);
    return count(sql);
  }

  private static long countApplied(String stormId) {
    String sql =
        """
        SELECT count(*) FROM casework.dashboard_applied JOIN casework.complaint_case USING (case_id)
        WHERE source IN ('%1$s', '%1$s-desk')
        """
            .formatted(stormId);
    return count(sql);
  }

  private static long count(String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot count", e);
    }
  }
}
