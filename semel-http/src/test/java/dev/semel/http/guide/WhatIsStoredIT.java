package dev.semel.http.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.FingerprintHash;
import dev.semel.PurgeSettings;
import dev.semel.Retention;
import dev.semel.Semel;
import dev.semel.http.Keep;
import dev.semel.http.RequestRules;
import dev.semel.http.Route;
import dev.semel.http.server.TestServer.Container;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.guide.CodeSnippets;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the guide says about what is stored of a request and a response. */
@ExtendWith(PostgresExtension.class)
class WhatIsStoredIT {
  private final PostgresDatabase database;
  private final SettableClock clock = SettableClock.create();
  private final Semel semel;
  private final String key = UUID.randomUUID().toString();
  private final String noise = "{\"complaint\":\"noise %s\"}".formatted(key);

  WhatIsStoredIT(PostgresDatabase database) {
    this.database = database;
    this.semel =
        Semel.on(PostgresStore.builder(database.dataSource()).migrate().clock(clock).build());
  }

  @BeforeAll
  static void createTables(PostgresDatabase database) {
    CaseService.createTables(database);
  }

  private static String sql(String name, String user) {
    String shown = Objects.requireNonNull(CodeSnippets.of(Path.of("")).text(name), name);
    return shown.replace("'ada'", "'" + user + "'");
  }

  private CaseService start(Route route) {
    return CaseService.start(Container.JETTY, CaseService.filter(semel, route));
  }

  private long cases() {
    return database.queryLong("SELECT count(*) FROM cases WHERE complaint LIKE '%' || ?", key);
  }

  private static boolean isReplay(HttpResponse<String> response) {
    return response.headers().firstValue("Idempotent-Replayed").isPresent();
  }

  @Test
  void ofARequestOnlyItsKeyAndFingerprintAreStored() throws Exception {
    String user = "ada-" + key;
    try (CaseService service = CaseService.start(semel)) {
      service.as(user).post("/cases", key, noise);
    }

    List<Map<String, @Nullable Object>> rows = database.query(sql("stored-of-a-caller", user));

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0))
        .containsEntry("operation", "POST /cases")
        .containsEntry("key", key)
        .containsEntry("state", "EXECUTED")
        .containsEntry("answer", "FULL");
    assertThat(
            database.queryLong(
                """
                SELECT count(*) FROM semel.intent AS i
                WHERE i.key = ? AND strpos(i::text, 'noise') = 0
                  AND strpos(encode(i.content, 'escape'), 'noise') = 0
                """,
                key))
        .isEqualTo(1);
  }

  @Test
  void lessOfTheResponseCanBeKept() throws Exception {
    // snippet: stored-less
    Route withoutBody = Route.post("/cases").keeping(Keep.WITHOUT_BODY);
    Route nothing = Route.post("/cases").keeping(Keep.NOTHING);
    Route small = Route.post("/cases").maxResponseBytes(4);
    // end snippet
    assertThat(retry(withoutBody, "-1").statusCode()).isEqualTo(201);
    assertThat(retry(nothing, "-2").body()).contains("\"code\":\"result_unavailable\"");
    assertThat(retry(small, "-3").body()).contains("\"code\":\"result_unavailable\"");
    assertThat(cases()).isEqualTo(3);
  }

  /** What a retry gets on this route, where the first request got everything. */
  private HttpResponse<String> retry(Route route, String suffix) throws Exception {
    try (CaseService service = start(route)) {
      HttpResponse<String> first = service.as("ada").post("/cases", key + suffix, noise);
      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(first.body()).startsWith("{\"id\":");
      HttpResponse<String> retry = service.as("ada").post("/cases", key + suffix, noise);
      assertThat(retry.body()).isNotEqualTo(first.body());
      return retry;
    }
  }

  @Test
  void fingerprintsCanBeKeyedAndTheSecretChanged() throws Exception {
    byte[] secret = "a secret of at least 16 bytes".getBytes(StandardCharsets.UTF_8);
    byte[] newSecret = "another one of at least 16 bytes".getBytes(StandardCharsets.UTF_8);
    // snippet: stored-keyed
    RequestRules keyed = RequestRules.standard().hash(FingerprintHash.hmacSha256("2026", secret));
    RequestRules rotated =
        RequestRules.standard().hash(FingerprintHash.hmacSha256("2027", newSecret)).formerly(keyed);
    // end snippet
    try (CaseService service = start(Route.post("/cases").fingerprint(keyed))) {
      service.as("ada").post("/cases", key, noise);
    }
    try (CaseService service = start(Route.post("/cases").fingerprint(rotated))) {
      assertThat(isReplay(service.as("ada").post("/cases", key, noise))).isTrue();
    }
  }

  @Test
  void afterTheRetentionTheSameKeyIsANewRequest() throws Exception {
    // snippet: stored-retention
    Route clicks = Route.post("/cases").retainedFor(Duration.ofDays(2));
    Route payments = Route.post("/payments").retained(Retention.permanent());
    // end snippet
    assertThat(payments.operation()).isEqualTo("POST /payments");
    try (CaseService service = start(clicks)) {
      Calls ada = service.as("ada");
      ada.post("/cases", key, noise);
      clock.advance(Duration.ofDays(2).minusSeconds(1));
      assertThat(isReplay(ada.post("/cases", key, noise))).isTrue();
      clock.advance(Duration.ofSeconds(1));
      assertThat(isReplay(ada.post("/cases", key, noise))).isFalse();
    }
    assertThat(cases()).isEqualTo(2);
    clock.advance(Duration.ofDays(3));
    assertThat(semel.purge(new PurgeSettings(1_000, 100))).isPositive();
    assertThat(database.queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key)).isZero();
  }

  @Test
  void responsesCanBeErasedAndStayDone() throws Exception {
    String user = "ada-" + key;
    try (CaseService service = CaseService.start(semel)) {
      Calls ada = service.as(user);
      ada.post("/cases", key, noise);
      ada.post("/cases/0/approve", key, "");

      database.execute(sql("erase-responses", user));

      HttpResponse<String> retry = ada.post("/cases", key, noise);
      assertThat(retry.statusCode()).isEqualTo(409);
      assertThat(retry.body()).contains("\"code\":\"result_unavailable\"");
      assertThat(ada.post("/cases/0/approve", key, "").body())
          .contains("\"code\":\"result_unavailable\"");
      assertThat(cases()).isEqualTo(1);
    }
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM semel.intent WHERE principal = ? AND content IS NOT NULL",
                user))
        .isZero();
  }

  @Test
  void recordsCanBeErasedAndAreThenForgotten() throws Exception {
    String user = "ada-" + key;
    try (CaseService service = CaseService.start(semel)) {
      service.as(user).post("/cases", key, noise);

      database.execute(sql("erase-records", user));

      assertThat(isReplay(service.as(user).post("/cases", key, noise))).isFalse();
    }
    assertThat(cases()).isEqualTo(2);
  }
}
