package dev.semel.http.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IntentId;
import dev.semel.Scope;
import dev.semel.Semel;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.KeyPolicy;
import dev.semel.http.Route;
import dev.semel.http.ScopedBy;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.IntentRecord;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The first half of the guide on HTTP. */
@ExtendWith(PostgresExtension.class)
class HttpGuideIT {
  private static final String MARKER = "Idempotent-Replayed";
  private static final Pattern SHOWN_PROBLEM =
      Pattern.compile("```json\\n(.*?)```", Pattern.DOTALL);

  private final PostgresDatabase database;
  private final Semel semel;
  private final String key = UUID.randomUUID().toString();
  private final String noise = "{\"complaint\":\"noise %s\"}".formatted(key);

  HttpGuideIT(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
  }

  @BeforeAll
  static void createTables(PostgresDatabase database) {
    CaseService.createTables(database);
  }

  private long cases() {
    return database.queryLong("SELECT count(*) FROM cases WHERE complaint LIKE '%' || ?", key);
  }

  private void assertIsDoneOnce(Calls calls) throws Exception {
    HttpResponse<String> first = calls.post("/cases", key, noise);
    HttpResponse<String> retry = calls.post("/cases", key, noise);

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(retry.statusCode()).isEqualTo(201);
    assertThat(retry.headers().firstValue("Location"))
        .isEqualTo(first.headers().firstValue("Location"));
    assertThat(retry.headers().firstValue(MARKER)).hasValue("true");
    assertThat(cases()).isEqualTo(1);
  }

  @ContainerTest
  void theFilterOfTheGuideProtectsItsHandler(Container container) throws Exception {
    try (CaseService service = CaseService.start(container, CaseService.filter(semel))) {
      assertIsDoneOnce(service.as("ada"));
    }
    assertThat(database.queryLong("SELECT count(*) FROM semel.audit WHERE key = ?", key))
        .isEqualTo(1);
  }

  @Test
  void aKeyIsFoundInTheScopeOfItsCallerAndRoute() throws Exception {
    try (CaseService service = CaseService.start(semel)) {
      service.as("ada").post("/cases", key, noise);
    }
    // snippet: http-key-scope
    Scope scope = new Scope("acme", "POST /cases", "ada"); // tenant, operation, principal
    IntentRecord record = semel.records().find(new IntentId(scope, key));
    // end snippet
    assertThat(record).isNotNull();
    assertThat(semel.records().find(new IntentId(Scope.of("acme", "POST /cases"), key))).isNull();
  }

  @Test
  void aListenerRegistersTheFilter() throws Exception {
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    ServletContextHandler context = new ServletContextHandler();
    context.addFilter(
        new FilterHolder(new Login()), "/*", EnumSet.copyOf(IdempotencyFilter.dispatcherTypes()));
    context.addEventListener(new Protection(CaseService.filter(semel)));
    context.addServlet(new ServletHolder(new OpenCaseServlet()), "/cases");
    server.setHandler(context);
    server.start();
    try {
      int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
      assertIsDoneOnce(new Calls(URI.create("http://localhost:" + port + "/"), "ada"));
    } finally {
      server.stop();
    }
  }

  @Test
  void aNoIsRolledBackKeptAndReplayed() throws Exception {
    try (CaseService service = CaseService.start(semel)) {
      Calls ada = service.as("ada");
      HttpResponse<String> missing = ada.post("/cases/0/approve", key, "");
      HttpResponse<String> missingAgain = ada.post("/cases/0/approve", key, "");
      String path = ada.post("/cases", key, noise).headers().firstValue("Location").orElseThrow();
      HttpResponse<String> approved = ada.post(path + "/approve", key + "-1", "");
      HttpResponse<String> late = ada.post(path + "/approve", key + "-2", "");
      HttpResponse<String> lateAgain = ada.post(path + "/approve", key + "-2", "");

      assertThat(missing.statusCode()).isEqualTo(404);
      assertThat(missingAgain.statusCode()).isEqualTo(404);
      assertThat(missingAgain.headers().firstValue(MARKER)).hasValue("true");
      assertThat(approved.statusCode()).isEqualTo(204);
      assertThat(late.statusCode()).isEqualTo(422);
      assertThat(late.body()).contains("\"code\":\"NOT_OPEN\"", "the case is APPROVED");
      assertThat(lateAgain.body()).isEqualTo(late.body());
      assertThat(lateAgain.headers().firstValue(MARKER)).hasValue("true");
    }
  }

  @Test
  void withoutACallerNothingRuns() throws Exception {
    IdempotencyFilter nobody =
        IdempotencyFilter.builder(semel)
            .callers(request -> null)
            .route(Route.post("/cases"))
            .build();
    try (CaseService service = CaseService.start(Container.JETTY, nobody)) {
      HttpResponse<String> response = service.as("ada").post("/cases", key, noise);

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("\"code\":\"no_caller\"");
      assertThat(cases()).isZero();
    }
  }

  @Test
  void aRouteCanAllowStrangers() throws Exception {
    // snippet: http-anonymous
    Route open = Route.post("/cases").anonymousAllowed("public complaints");
    // end snippet
    IdempotencyFilter filter =
        IdempotencyFilter.builder(semel).callers(request -> null).route(open).build();
    try (CaseService service = CaseService.start(Container.JETTY, filter)) {
      assertIsDoneOnce(service.as("ada"));
    }
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM semel.intent WHERE tenant = 'public complaints'"))
        .isEqualTo(1);
  }

  @Test
  void routesHaveSettingsOfTheirOwn() throws Exception {
    // snippet: http-routes
    List<Route> routes =
        List.of(
            Route.post("/cases")
                .operation("open-case")
                .keys(KeyPolicy.lenient().uuid())
                .retainedFor(Duration.ofDays(30)),
            Route.patch("/cases/{id}").optional(),
            Route.of("PUT", "/cases/{id}/officer").scopedBy(ScopedBy.PATH),
            Route.post("/files/**").maxRequestBytes(50L * 1024 * 1024));
    // end snippet
    IdempotencyFilter.Builder builder = IdempotencyFilter.builder(semel).callers(Callers::of);
    for (Route route : routes) {
      builder = builder.route(route);
    }
    try (CaseService service = CaseService.start(Container.TOMCAT, builder.build())) {
      assertIsDoneOnce(service.as("ada"));
      assertThat(service.as("ada").post("/cases", "not-a-uuid", noise).body())
          .contains("\"code\":\"key_malformed\"", "the key must be a UUID");
    }
    assertThat(
            database.queryLong(
                "SELECT count(*) FROM semel.intent WHERE operation = 'open-case' AND key = ?", key))
        .isEqualTo(1);
  }

  @Test
  void theProblemIsTheOneThatIsShown() throws Exception {
    try (CaseService service = CaseService.start(semel)) {
      service.as("ada").post("/cases", key, noise);
      HttpResponse<String> other = service.as("ada").post("/cases", key, "{}");

      Matcher shown = SHOWN_PROBLEM.matcher(Files.readString(Path.of("../docs/guide/http.md")));
      assertThat(shown.find()).isTrue();
      assertThat(other.headers().firstValue("Content-Type")).hasValue("application/problem+json");
      assertThat(shown.group(1).replaceAll("(?m)^ +|\\n", "").replace("\": ", "\":"))
          .isEqualTo(other.body());
    }
  }
}
