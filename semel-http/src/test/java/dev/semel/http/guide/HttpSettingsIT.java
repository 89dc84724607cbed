package dev.semel.http.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Duplicates;
import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.http.ErrorBody;
import dev.semel.http.HttpEffect;
import dev.semel.http.HttpListener;
import dev.semel.http.Idempotency;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.KeyPolicy;
import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import dev.semel.http.Quota;
import dev.semel.http.RequestRules;
import dev.semel.http.Route;
import dev.semel.http.StatusPolicy;
import dev.semel.http.server.TestServer.Container;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The settings that the guide on HTTP shows. */
@ExtendWith(PostgresExtension.class)
class HttpSettingsIT {
  private final PostgresDatabase database;
  private final Semel semel;
  private final String key = UUID.randomUUID().toString();
  private final String noise = "{\"complaint\":\"noise %s\"}".formatted(key);

  HttpSettingsIT(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
  }

  @BeforeAll
  static void createTables(PostgresDatabase database) {
    CaseService.createTables(database);
    database.execute("CREATE TABLE wrong_code (at timestamptz NOT NULL DEFAULT now())");
  }

  private long cases() {
    return database.queryLong("SELECT count(*) FROM cases WHERE complaint LIKE '%' || ?", key);
  }

  private CaseService start(Route route) {
    return CaseService.start(Container.JETTY, CaseService.filter(semel, route));
  }

  private static boolean isReplay(HttpResponse<String> response) {
    return response.headers().firstValue("Idempotent-Replayed").isPresent();
  }

  @Test
  void whichStatusesAreKeptIsASetting() throws Exception {
    // snippet: http-statuses
    Route approve =
        Route.post("/cases/{id}/approve").storing(StatusPolicy.standard().except(404).also(503));
    // end snippet
    try (CaseService service = start(approve)) {
      HttpResponse<String> first = service.as("ada").post("/cases/0/approve", key, "");
      HttpResponse<String> again = service.as("ada").post("/cases/0/approve", key, "");

      assertThat(first.statusCode()).isEqualTo(404);
      assertThat(again.statusCode()).isEqualTo(404);
      assertThat(isReplay(again)).isFalse();
    }
  }

  /** Checks a code that was sent to somebody. */
  private static final class CodeServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws ServletException {
      try (Statement statement = HttpEffect.of(request).connection().createStatement()) {
        answer(request, response, statement);
      } catch (SQLException e) {
        throw new ServletException(e);
      }
    }

    private static void answer(
        HttpServletRequest request, HttpServletResponse response, Statement statement)
        throws SQLException {
      boolean isClosed = "true".equals(request.getHeader("Closed"));
      boolean isWrong = request.getContentLength() > 4;
      // snippet: http-declared
      if (isClosed) {
        Idempotency.transientAnswer(request); // rolled back; a retry is judged anew
        response.setStatus(409);
        return;
      }
      if (isWrong) {
        statement.execute("INSERT INTO wrong_code DEFAULT VALUES");
        Idempotency.finalAnswer(request); // a no, but what was done stays
        response.setStatus(422);
        return;
      }
      // end snippet
      response.setStatus(204);
    }
  }

  @Test
  void aHandlerSaysWhatItsResponseMeans() throws Exception {
    IdempotencyFilter filter = CaseService.filter(semel, Route.post("/codes"));
    try (CaseService service = CaseService.start(filter, new CodeServlet())) {
      Calls ada = service.as("ada");
      HttpRequest whileClosed =
          HttpRequest.newBuilder(ada.request("/codes", key, "1234"), (name, value) -> true)
              .header("Closed", "true")
              .build();
      int closed = Calls.CLIENT.send(whileClosed, BodyHandlers.ofString()).statusCode();
      HttpResponse<String> open = ada.post("/codes", key, "1234");
      HttpResponse<String> wrong = ada.post("/codes", key + "-wrong", "12345");
      HttpResponse<String> wrongAgain = ada.post("/codes", key + "-wrong", "12345");

      assertThat(closed).isEqualTo(409);
      assertThat(open.statusCode()).isEqualTo(204);
      assertThat(isReplay(open)).isFalse();
      assertThat(wrong.statusCode()).isEqualTo(422);
      assertThat(wrongAgain.statusCode()).isEqualTo(422);
      assertThat(isReplay(wrongAgain)).isTrue();
      assertThat(database.queryLong("SELECT count(*) FROM wrong_code")).isEqualTo(1);
    }
  }

  @Test
  void duplicatesCanWait() {
    // snippet: http-wait
    Route waiting = Route.post("/cases").duplicates(Duplicates.waitUpTo(Duration.ofSeconds(30)));
    Route refusing = Route.post("/cases").duplicates(Duplicates.refuse()).inProgressStatus(425);
    // end snippet
    assertThat(refusing.matches("POST", "/cases")).isTrue();
    try (CaseService service = start(waiting)) {
      HttpRequest request = service.as("ada").request("/cases", key, noise);
      List<CompletableFuture<HttpResponse<String>>> sent =
          Stream.generate(() -> Calls.CLIENT.sendAsync(request, BodyHandlers.ofString()))
              .limit(5)
              .toList();

      assertThat(sent).allSatisfy(call -> assertThat(call.join().statusCode()).isEqualTo(201));
      assertThat(cases()).isEqualTo(1);
    }
  }

  @Test
  void keysCanStandInTheBody() throws Exception {
    // snippet: http-keys
    KeyPolicy strictAndLong = KeyPolicy.strict().minCharacters(20);
    KeyPolicy alsoInBody = KeyPolicy.lenient().orInBody("/idempotency_key");
    // end snippet
    String quoted = '"' + key + '"';
    try (CaseService service = start(Route.post("/cases").keys(strictAndLong))) {
      assertThat(service.as("ada").post("/cases", quoted, noise).statusCode()).isEqualTo(201);
      assertThat(service.as("ada").post("/cases", key, noise).statusCode()).isEqualTo(400);
    }
    try (CaseService service = start(Route.post("/cases").keys(alsoInBody))) {
      HttpRequest keyInBody =
          HttpRequest.newBuilder(service.uri().resolve("/cases"))
              .header("Authorization", "Bearer ada")
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"complaint\":\"x\",\"idempotency_key\":\"%s-b\"}".formatted(key)))
              .build();
      assertThat(isReplay(Calls.CLIENT.send(keyInBody, BodyHandlers.ofString()))).isFalse();
      assertThat(isReplay(Calls.CLIENT.send(keyInBody, BodyHandlers.ofString()))).isTrue();
    }
  }

  @Test
  void whatCountsCanBeChosenAndChanged() throws Exception {
    // snippet: http-rules
    RequestRules rules =
        RequestRules.standard()
            .withHeaders("Api-Version")
            .ignoringQuery("utm_*", "trace")
            .excluding("/sentAt")
            .formerly(RequestRules.standard());
    // end snippet
    try (CaseService before = start(Route.post("/cases"))) {
      assertThat(before.as("ada").post("/cases", key, noise).statusCode()).isEqualTo(201);
    }
    try (CaseService now = start(Route.post("/cases").fingerprint(rules))) {
      Calls ada = now.as("ada");
      String timed = noise.replace("}", ",\"sentAt\":1}");
      assertThat(isReplay(ada.post("/cases", key, noise))).isTrue();
      assertThat(ada.post("/cases", key + "-2", timed).statusCode()).isEqualTo(201);
      String later = timed.replace("1}", "2}");
      assertThat(isReplay(ada.post("/cases?utm_source=mail", key + "-2", later))).isTrue();
    }
  }

  @Test
  void problemsCanBeWordedForTheCallers() throws Exception {
    // snippet: http-problems
    ProblemSettings problems =
        ProblemSettings.standard()
            .typeBase("https://api.example.com/problems/")
            .docs(URI.create("https://api.example.com/docs/idempotency"))
            .status(ProblemKind.MISMATCH, 409);
    ProblemSettings ownFormat =
        problems.format(
            error ->
                ErrorBody.json(
                    "{\"error\":{\"code\":\"%s\",\"message\":\"%s\"}}"
                        .formatted(error.code(), error.title())));
    // end snippet
    assertThat(errorIn(ownFormat))
        .startsWith("{\"error\":{\"code\":\"key_missing\",\"message\":\"An idempotency");
    IdempotencyFilter filter =
        IdempotencyFilter.builder(semel)
            .callers(Callers::of)
            .route(Route.post("/cases"))
            .problems(problems)
            .build();
    try (CaseService service = CaseService.start(Container.JETTY, filter)) {
      service.as("ada").post("/cases", key, noise);
      HttpResponse<String> other = service.as("ada").post("/cases", key, "{}");

      assertThat(other.statusCode()).isEqualTo(409);
      assertThat(other.body()).contains("\"type\":\"https://api.example.com/problems/mismatch\"");
      assertThat(other.headers().firstValue("Link"))
          .hasValue(
              "<https://api.example.com/docs/idempotency>; rel=\"describedby\"; type=\"text/html\"");
    }
  }

  private String errorIn(ProblemSettings problems) throws Exception {
    IdempotencyFilter filter =
        IdempotencyFilter.builder(semel)
            .callers(Callers::of)
            .route(Route.post("/cases"))
            .problems(problems)
            .build();
    try (CaseService service = CaseService.start(Container.JETTY, filter)) {
      HttpRequest keyless =
          HttpRequest.newBuilder(service.uri().resolve("/cases"))
              .POST(HttpRequest.BodyPublishers.noBody())
              .header("Authorization", "Bearer ada")
              .build();
      return Calls.CLIENT.send(keyless, BodyHandlers.ofString()).body();
    }
  }

  @Test
  void callersHaveQuotasAndAreCounted() throws Exception {
    Map<String, Long> counts = new ConcurrentHashMap<>();
    // snippet: http-quota
    Quota quota = Quota.unlimited().maxLiveRecords(10_000).maxInFlight(20).maxNewPerMinute(600);
    // end snippet
    // snippet: http-listener
    HttpListener counter =
        (event, method, operation) -> counts.merge(operation + " " + event, 1L, Long::sum);
    // end snippet
    IdempotencyFilter filter =
        IdempotencyFilter.builder(semel)
            .callers(Callers::of)
            .route(Route.post("/cases"))
            .quota(quota.maxNewPerMinute(1))
            .listener(counter)
            .build();
    try (CaseService service = CaseService.start(Container.JETTY, filter)) {
      Calls ada = service.as("ada");
      assertThat(ada.post("/cases", key, noise).statusCode()).isEqualTo(201);
      HttpResponse<String> tooMany = ada.post("/cases", key + "-2", noise);
      assertThat(tooMany.statusCode()).isEqualTo(429);
      assertThat(tooMany.headers().firstValue("Retry-After")).isPresent();
      assertThat(isReplay(ada.post("/cases", key, noise))).isTrue();
      assertThat(service.as("bob").post("/cases", key, noise).statusCode()).isEqualTo(201);
    }
    assertThat(counts)
        .containsOnly(
            Map.entry("POST /cases EXECUTED", 2L),
            Map.entry("POST /cases OVER_QUOTA", 1L),
            Map.entry("POST /cases REPLAYED", 1L));
  }

  /** Does something that may be done twice, and uses no transaction of Semel's. */
  private static final class NoteServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
      response.setStatus(204);
    }
  }

  @Test
  void aRouteCanFailOpen() throws Exception {
    // snippet: http-fail-open
    Route notes = Route.post("/notes").failingOpen().retrying(RetryPolicy.never());
    // end snippet
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      Semel away = Semel.on(PostgresStore.on(database.dataSourceVia(proxy.host(), proxy.port())));
      proxy.refuseNew();
      IdempotencyFilter filter = CaseService.filter(away, notes);
      try (CaseService service = CaseService.start(filter, new NoteServlet())) {
        assertThat(service.as("ada").post("/notes", key, "note").statusCode()).isEqualTo(204);
      }
    }
  }

  @Test
  void headersCanHaveOtherNamesAndBeKept() throws Exception {
    // snippet: http-headers
    IdempotencyFilter filter =
        IdempotencyFilter.builder(semel)
            .callers(Callers::of)
            .route(Route.post("/cases"))
            .headerNames(List.of("Idempotency-Key", "X-Idempotency-Key"))
            .keepingHeaders("X-Request-Id")
            .droppingHeaders("ETag")
            .build();
    // end snippet
    try (CaseService service = CaseService.start(Container.JETTY, filter)) {
      HttpRequest aliased =
          HttpRequest.newBuilder(service.uri().resolve("/cases"))
              .header("Authorization", "Bearer ada")
              .header("X-Idempotency-Key", key)
              .POST(HttpRequest.BodyPublishers.ofString(noise))
              .build();
      HttpResponse<String> first = Calls.CLIENT.send(aliased, BodyHandlers.ofString());
      assertThat(first.headers().firstValue("X-Idempotency-Key")).hasValue(key);
      assertThat(isReplay(Calls.CLIENT.send(aliased, BodyHandlers.ofString()))).isTrue();
    }
    assertThat(cases()).isEqualTo(1);
  }
}
