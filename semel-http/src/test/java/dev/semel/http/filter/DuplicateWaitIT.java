package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Duplicates;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.http.HttpEvent;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.spi.Boundary;
import dev.semel.spi.StateChange;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the retry of a proxy gets while the first attempt of its request is in progress. */
@ExtendWith(PostgresExtension.class)
class DuplicateWaitIT {
  private static final LeasedMode LEASED =
      new LeasedMode(Duration.ofMinutes(1), Takeover.block(), OnFailure.UNKNOWN);

  private final PostgresDatabase database;
  private final Checkpoints checkpoints = new Checkpoints();
  private final AtomicInteger foundInProgress = new AtomicInteger();

  DuplicateWaitIT(PostgresDatabase database) {
    this.database = database;
  }

  private Shop.Plan plan() {
    return Shop.on(database).semel(this::watched);
  }

  private Semel.Builder watched(Semel.Builder semel) {
    return semel
        .boundaries(checkpoints)
        .listener(
            change -> {
              if (change instanceof StateChange.InProgress) {
                foundInProgress.incrementAndGet();
              }
            });
  }

  private static CompletableFuture<HttpResponse<String>> sent(Shop shop, String key) {
    return shop.client()
        .sendAsync(shop.request(key, "{\"item\":\"lamp\"}").build(), BodyHandlers.ofString())
        .orTimeout(2, TimeUnit.MINUTES);
  }

  /** Without a setting; on the node of the first attempt and on another one. */
  @ContainerTest
  void duplicateGetsAnswerOfFirstAttempt(Container container) {
    try (Shop one = plan().route(Route.post("/orders")).open(container);
        Shop two = plan().route(Route.post("/orders")).open(container)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first;
      List<CompletableFuture<HttpResponse<String>>> duplicates;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        first = sent(one, key);
        held.awaitReached();
        duplicates = List.of(sent(one, key), sent(two, key));
        Waiting.until("both are found to be duplicates", () -> foundInProgress.get() >= 2);
      }

      assertThat(duplicates)
          .allSatisfy(
              duplicate -> {
                assertThat(duplicate.join().statusCode()).isEqualTo(201);
                assertThat(duplicate.join().body()).isEqualTo(first.join().body());
                assertThat(duplicate.join().headers().firstValue(Shop.MARKER)).hasValue("true");
              });
      assertThat(one.orders(key)).isEqualTo(1);
      assertThat(one.count(HttpEvent.IN_PROGRESS)).isZero();
    }
  }

  @Test
  void duplicateOfLeasedRequestGetsAnswerOfFirstAttempt() {
    CompletableFuture<Void> entered = new CompletableFuture<>();
    CompletableFuture<Void> mayEnd = new CompletableFuture<>();
    Shop.Plan plan =
        plan()
            .route(Route.post("/orders").leased(LEASED))
            .handler(
                (request, response) -> {
                  entered.complete(null);
                  mayEnd.join();
                  response.setStatus(201);
                });
    try (Shop one = plan.open(Container.TOMCAT);
        Shop two = plan.open(Container.TOMCAT)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first = sent(one, key);
      entered.join();
      CompletableFuture<HttpResponse<String>> duplicate = sent(two, key);
      Waiting.until("it is found to be a duplicate", () -> foundInProgress.get() >= 1);
      mayEnd.complete(null);

      assertThat(first.join().statusCode()).isEqualTo(201);
      assertThat(duplicate.join().statusCode()).isEqualTo(201);
      assertThat(duplicate.join().headers().firstValue(Shop.MARKER)).hasValue("true");
    }
  }

  @ContainerTest
  void duplicatesBeyondLimitAreAnsweredImmediately(Container container) {
    Route route = Route.post("/orders").duplicates(Duplicates.waitUpTo(Duration.ofSeconds(30)));
    Shop.Plan plan = plan().route(route).settings(filter -> filter.maxWaiting(1));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first;
      CompletableFuture<HttpResponse<String>> one;
      CompletableFuture<HttpResponse<String>> other;
      HttpResponse<String> refused;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        first = sent(shop, key);
        held.awaitReached();
        one = sent(shop, key);
        other = sent(shop, key);
        refused = one.applyToEither(other, response -> response).join();
      }

      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(Stream.of(first, one, other).map(all -> all.join().statusCode()))
          .containsExactlyInAnyOrder(201, 201, 409);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {202, 409, 423, 425, 429})
  void routeChoosesStatusOfDuplicateInProgress(int status) {
    Route route = Route.post("/orders").duplicates(Duplicates.refuse()).inProgressStatus(status);
    try (Shop shop = plan().route(route).open(Container.TOMCAT)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first;
      HttpResponse<String> duplicate;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        first = sent(shop, key);
        held.awaitReached();
        duplicate = shop.order(key);
      }

      assertThat(duplicate.statusCode()).isEqualTo(status);
      assertThat(duplicate.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(duplicate.headers().firstValue("Content-Type"))
          .hasValue(status == 202 ? "application/json" : "application/problem+json");
      assertThat(duplicate.body())
          .contains("\"code\":\"in_progress\"", "\"status\":" + status, "\"retryable\":true");
      assertThat(first.join().statusCode()).isEqualTo(201);
      assertThat(shop.order(key).body()).isEqualTo(first.join().body());
      assertThat(shop.send(shop.to("/orders").POST(BodyPublishers.noBody())).statusCode())
          .isEqualTo(400);
    }
  }
}
