package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.HttpEvent;
import dev.semel.http.ProblemKind;
import dev.semel.http.ProblemSettings;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class ProblemsIT {
  private final PostgresDatabase database;

  ProblemsIT(PostgresDatabase database) {
    this.database = database;
  }

  private static void assertIsProblem(
      HttpResponse<String> response, ProblemKind kind, ProblemSettings settings) {
    assertThat(response.statusCode()).isEqualTo(settings.statusOf(kind));
    assertThat(response.headers().allValues("Content-Type"))
        .containsExactly("application/problem+json");
    assertThat(response.headers().allValues("Cache-Control")).containsExactly("no-store");
    assertThat(response.headers().allValues("Content-Language")).containsExactly("en");
    assertThat(response.headers().allValues(Shop.MARKER)).isEmpty();
    assertThat(response.body())
        .contains("\"type\":\"" + settings.typeOf(kind) + "\"")
        .contains("\"title\":\"" + kind.title() + "\"")
        .contains("\"status\":" + response.statusCode())
        .contains("\"detail\":\"")
        .contains("\"code\":\"" + kind.code() + "\"")
        .contains("\"retryable\":" + kind.isRetryable());
  }

  @ContainerTest
  void everyKindHasTheSameShape(Container container) {
    ProblemSettings settings = ProblemSettings.standard();
    try (Shop shop = Shop.on(database).open(container)) {
      String key = Shop.newKey();
      shop.order(key, "{}");

      assertIsProblem(
          shop.send(shop.to("/orders").POST(BodyPublishers.noBody())),
          ProblemKind.KEY_MISSING,
          settings);
      assertIsProblem(shop.order("\"bad"), ProblemKind.KEY_MALFORMED, settings);
      assertIsProblem(shop.order("k".repeat(256)), ProblemKind.KEY_TOO_LONG, settings);
      HttpResponse<String> mismatch = shop.order(key, "[]");
      assertIsProblem(mismatch, ProblemKind.MISMATCH, settings);
      assertThat(mismatch.headers().firstValue("Retry-After")).isEmpty();
      assertThat(mismatch.body()).doesNotContain("retry_after", key);
    }
  }

  @ContainerTest
  void aDuplicateIsToldWhenToTryAgain(Container container) throws Exception {
    Checkpoints checkpoints = new Checkpoints();
    Shop.Plan plan = Shop.on(database).semel(semel -> semel.boundaries(checkpoints));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first;
      HttpResponse<String> duplicate;
      HttpResponse<String> other;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        first = CompletableFuture.supplyAsync(() -> shop.order(key));
        held.awaitReached();
        duplicate = shop.order(key);
        other = shop.order(key, "{\"item\":\"table\"}");
      }

      assertIsProblem(duplicate, ProblemKind.IN_PROGRESS, ProblemSettings.standard());
      assertThat(duplicate.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(duplicate.body()).contains("\"retry_after\":1");
      assertThat(duplicate.headers().allValues(Shop.KEY)).containsExactly(key);
      assertThat(other.statusCode()).isEqualTo(422);
      assertThat(first.get().statusCode()).isEqualTo(201);
      assertThat(shop.order(key).body()).isEqualTo(first.get().body());
      assertThat(shop.count(HttpEvent.IN_PROGRESS)).isEqualTo(1);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void typesLinksAndStatusesAreSettings(Container container) {
    ProblemSettings settings =
        ProblemSettings.standard()
            .typeBase("https://shop.example/problems#")
            .docs(URI.create("https://shop.example/docs/keys"))
            .status(ProblemKind.MISMATCH, 409)
            .status(ProblemKind.KEY_MISSING, 428);
    Shop.Plan plan = Shop.on(database).settings(filter -> filter.problems(settings));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      shop.order(key, "{}");

      HttpResponse<String> mismatch = shop.order(key, "[]");
      assertIsProblem(mismatch, ProblemKind.MISMATCH, settings);
      assertThat(mismatch.statusCode()).isEqualTo(409);
      assertThat(mismatch.body()).contains("https://shop.example/problems#mismatch");
      assertThat(mismatch.headers().firstValue("Link"))
          .hasValue("<https://shop.example/docs/keys>; rel=\"describedby\"; type=\"text/html\"");
      HttpResponse<String> missing = shop.send(shop.to("/orders").POST(BodyPublishers.noBody()));
      assertThat(missing.statusCode()).isEqualTo(428);
    }
  }

  @ContainerTest
  void aProblemKeepsTheHeadersOfFiltersInFront(Container container) {
    Filter cors =
        (request, response, chain) -> {
          ((HttpServletResponse) response).setHeader("Access-Control-Allow-Origin", "*");
          chain.doFilter(request, response);
        };
    try (Shop shop = Shop.on(database).inFront(cors).open(container)) {
      HttpResponse<String> missing = shop.send(shop.to("/orders").POST(BodyPublishers.noBody()));

      assertThat(missing.statusCode()).isEqualTo(400);
      assertThat(missing.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
    }
  }

  @ContainerTest
  void aBodyAboveTheLimitIsRefusedHoweverItIsSent(Container container) throws Exception {
    Shop.Plan plan = Shop.on(database).route(Route.post("/orders").maxRequestBytes(10));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> declared = shop.order(key, "12345678901");
      assertIsProblem(declared, ProblemKind.BODY_TOO_LARGE, ProblemSettings.standard());
      assertThat(declared.headers().allValues(Shop.KEY)).containsExactly(key);

      try (RawHttp raw = new RawHttp(shop.server().port())) {
        raw.send(RawHttp.head(key, "Transfer-Encoding: chunked\r\n"));
        raw.send("6\r\n123456\r\n6\r\n789012\r\n0\r\n\r\n");
        assertThat(raw.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 413");
      }
      assertThat(shop.records(key)).isZero();
      assertThat(shop.order(key, "1234567890").statusCode()).isEqualTo(201);
      assertThat(shop.count(HttpEvent.BODY_TOO_LARGE)).isEqualTo(2);
    }
  }

  @ContainerTest
  void whoeverExpectsToBeToldToContinueIsTold(Container container) throws Exception {
    try (Shop shop = Shop.on(database).open(container)) {
      String key = Shop.newKey();
      for (int attempt = 1; attempt <= 2; attempt++) {
        try (RawHttp raw = new RawHttp(shop.server().port())) {
          raw.send(RawHttp.head(key, "Expect: 100-continue\r\nContent-Length: 2\r\n"));
          assertThat(raw.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100");
          raw.send("{}");
          String head = raw.readUntil("\r\n\r\n");
          assertThat(head).startsWith("HTTP/1.1 201");
          assertThat(head.contains(Shop.MARKER)).isEqualTo(attempt == 2);
        }
      }
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }
}
