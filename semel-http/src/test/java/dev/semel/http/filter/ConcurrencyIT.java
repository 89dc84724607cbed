package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Duplicates;
import dev.semel.IntentId;
import dev.semel.Takeover;
import dev.semel.http.Idempotency;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PostgresExtension.class)
class ConcurrencyIT {
  private static final Route WAITING =
      Route.post("/orders").duplicates(Duplicates.waitUpTo(Duration.ofMinutes(2)));

  private final PostgresDatabase database;

  ConcurrencyIT(PostgresDatabase database) {
    this.database = database;
  }

  /** Sends the same request so many times at once, to each shop in turn. */
  private static List<HttpResponse<String>> storm(String key, int requests, Shop... shops) {
    List<CompletableFuture<HttpResponse<String>>> under = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      Shop shop = shops[i % shops.length];
      under.add(
          shop.client()
              .sendAsync(shop.request(key, "{\"item\":\"lamp\"}").build(), BodyHandlers.ofString())
              .orTimeout(5, TimeUnit.MINUTES));
    }
    return under.stream().map(CompletableFuture::join).toList();
  }

  private static long fresh(List<HttpResponse<String>> all) {
    return all.stream()
        .filter(r -> r.statusCode() == 201 && r.headers().firstValue(Shop.MARKER).isEmpty())
        .count();
  }

  @ParameterizedTest
  @CsvSource({"JETTY,2", "JETTY,50", "JETTY,500", "TOMCAT,2", "TOMCAT,50", "TOMCAT,500"})
  void oneOfManyRunsAndTheOthersAreRefusedOrReplayed(Container container, int requests) {
    try (Shop shop = Shop.on(database).open(container)) {
      String key = Shop.newKey();

      List<HttpResponse<String>> all = storm(key, requests, shop);

      assertThat(all).extracting(HttpResponse::statusCode).containsAnyOf(201).isSubsetOf(201, 409);
      assertThat(fresh(all)).isEqualTo(1);
      assertThat(shop.orders(key)).isEqualTo(1);
      assertThat(shop.records(key)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"JETTY,2", "JETTY,50", "JETTY,500", "TOMCAT,2", "TOMCAT,50", "TOMCAT,500"})
  void oneOfManyRunsOnTwoNodes(Container container, int requests) {
    try (Shop one = Shop.on(database).open(container);
        Shop two = Shop.on(database).open(container)) {
      String key = Shop.newKey();

      List<HttpResponse<String>> all = storm(key, requests, one, two);

      assertThat(all).extracting(HttpResponse::statusCode).containsAnyOf(201).isSubsetOf(201, 409);
      assertThat(fresh(all)).isEqualTo(1);
      assertThat(one.orders(key)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"JETTY,50", "TOMCAT,50"})
  void thoseWhoWaitAllGetTheOneResponseOnTwoNodes(Container container, int requests) {
    try (Shop one = Shop.on(database).route(WAITING).open(container);
        Shop two = Shop.on(database).route(WAITING).open(container)) {
      String key = Shop.newKey();

      List<HttpResponse<String>> all = storm(key, requests, one, two);

      assertThat(all).extracting(HttpResponse::statusCode).containsOnly(201);
      assertThat(all).extracting(HttpResponse::body).containsOnly(all.get(0).body());
      assertThat(fresh(all)).isEqualTo(1);
      assertThat(one.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void thoseWhoWaitHoldNoConnectionThatOtherKeysNeed(Container container) throws Exception {
    Checkpoints checkpoints = new Checkpoints();
    Shop.Plan plan =
        Shop.on(database).poolSize(2).semel(semel -> semel.boundaries(checkpoints)).route(WAITING);
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      CompletableFuture<List<HttpResponse<String>>> waiting;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        waiting = CompletableFuture.supplyAsync(() -> storm(key, 20, shop));
        held.awaitReached();
        for (int i = 0; i < 10; i++) {
          assertThat(shop.order(Shop.newKey()).statusCode()).isEqualTo(201);
        }
      }

      assertThat(waiting.get()).extracting(HttpResponse::statusCode).containsOnly(201);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void whoHasWaitedLongEnoughIsRefused(Container container) throws Exception {
    Checkpoints checkpoints = new Checkpoints();
    Shop.Plan plan =
        Shop.on(database)
            .semel(semel -> semel.boundaries(checkpoints))
            .route(Route.post("/orders").duplicates(Duplicates.waitUpTo(Duration.ofMillis(50))));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first;
      HttpResponse<String> second;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        first = CompletableFuture.supplyAsync(() -> shop.order(key));
        held.awaitReached();
        second = shop.order(key);
      }

      assertThat(second.statusCode()).isEqualTo(409);
      assertThat(second.headers().firstValue("Retry-After")).isPresent();
      assertThat(first.get().statusCode()).isEqualTo(201);
    }
  }

  @ParameterizedTest
  @CsvSource({"JETTY,50", "TOMCAT,50"})
  void oneOfManyLeasedRequestsRunsOnTwoNodes(Container container, int requests) {
    Route route =
        Route.post("/orders")
            .leased(new LeasedMode(Duration.ofMinutes(1), Takeover.block(), OnFailure.UNKNOWN));
    Shop.Plan plan =
        Shop.on(database)
            .route(route)
            .handler(
                (request, response) -> {
                  try (Connection connection = database.connect()) {
                    IntentId intent = Objects.requireNonNull(Idempotency.intentOf(request));
                    long id = Shop.insert(connection, intent.key());
                    response.setStatus(201);
                    response.getWriter().print(id);
                  }
                });
    try (Shop one = plan.open(container);
        Shop two = plan.open(container)) {
      String key = Shop.newKey();

      List<HttpResponse<String>> all = storm(key, requests, one, two);

      assertThat(all).extracting(HttpResponse::statusCode).containsAnyOf(201).isSubsetOf(201, 409);
      assertThat(fresh(all)).isEqualTo(1);
      assertThat(one.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void whoIsOutrunIsRolledBackAndGetsTheWinnersResponse(Container container) throws Exception {
    Checkpoints checkpoints = new Checkpoints();
    AtomicInteger runs = new AtomicInteger();
    Shop.Plan plan =
        Shop.on(database)
            .semel(semel -> semel.boundaries(checkpoints))
            .handler(
                (request, response) -> {
                  response.setHeader("Run-" + runs.incrementAndGet(), "yes");
                  Shop.order(request, response);
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      HttpResponse<String> winner = shop.order(key);
      // As if the winner had committed between the other's claim and its end.
      database.execute(
          "CREATE TABLE winner AS SELECT * FROM semel.intent WHERE key = '%1$s'; DELETE FROM semel.intent WHERE key = '%1$s'"
              .formatted(key));
      CompletableFuture<HttpResponse<String>> outrun;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        outrun = CompletableFuture.supplyAsync(() -> shop.order(key));
        held.awaitReached();
        database.execute("INSERT INTO semel.intent SELECT * FROM winner; DROP TABLE winner");
      }

      assertThat(outrun.get().statusCode()).isEqualTo(201);
      assertThat(outrun.get().body()).isEqualTo(winner.body());
      assertThat(outrun.get().headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(outrun.get().headers().firstValue("Run-1")).hasValue("yes");
      assertThat(outrun.get().headers().firstValue("Run-2")).isEmpty();
      assertThat(runs).hasValue(2);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }
}
