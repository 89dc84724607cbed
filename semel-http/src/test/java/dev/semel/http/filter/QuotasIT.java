package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Takeover;
import dev.semel.http.HttpEvent;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.Quota;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class QuotasIT {
  private final PostgresDatabase database;

  QuotasIT(PostgresDatabase database) {
    this.database = database;
  }

  private static String newUser() {
    return "user-" + UUID.randomUUID();
  }

  private static HttpResponse<String> order(Shop shop, String user, String key) {
    HttpRequest.Builder request = shop.request(key, "{}").header("User", user);
    return shop.send(request);
  }

  private static void assertOverQuota(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(429);
    assertThat(response.body()).contains("\"code\":\"over_quota\"", "\"retryable\":true");
    assertThat(Long.parseLong(response.headers().firstValue("Retry-After").orElseThrow()))
        .isPositive();
    assertThat(response.headers().firstValue(Shop.KEY)).isPresent();
  }

  @ContainerTest
  void whoHasTooManyRecordsGetsNoNewOnesAndKeepsTheRest(Container container) {
    Quota quota = Quota.unlimited().maxLiveRecords(3);
    try (Shop shop = Shop.on(database).settings(f -> f.quota(quota)).open(container)) {
      String greedy = newUser();
      String first = Shop.newKey();
      order(shop, greedy, first);
      order(shop, greedy, Shop.newKey());
      order(shop, greedy, Shop.newKey());
      String refused = Shop.newKey();

      assertOverQuota(order(shop, greedy, refused));

      assertThat(shop.records(refused)).isZero();
      assertThat(order(shop, greedy, first).headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(order(shop, newUser(), Shop.newKey()).statusCode()).isEqualTo(201);
      assertThat(shop.count(HttpEvent.OVER_QUOTA)).isEqualTo(1);
    }
  }

  @ContainerTest
  void whoUsesTooManyNewKeysInAMinuteHasToWaitButMayRetry(Container container) {
    Quota quota = Quota.unlimited().maxNewPerMinute(2);
    try (Shop shop = Shop.on(database).settings(f -> f.quota(quota)).open(container)) {
      String hasty = newUser();
      String first = Shop.newKey();
      order(shop, hasty, first);
      for (int i = 0; i < 5; i++) {
        assertThat(order(shop, hasty, first).statusCode()).isEqualTo(201);
      }
      order(shop, hasty, Shop.newKey());

      assertOverQuota(order(shop, hasty, Shop.newKey()));

      assertThat(order(shop, hasty, first).headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(order(shop, newUser(), Shop.newKey()).statusCode()).isEqualTo(201);
    }
  }

  @ContainerTest
  void aLeasedRouteHasTheSameQuotas(Container container) {
    Route route =
        Route.post("/orders")
            .leased(new LeasedMode(Duration.ofMinutes(1), Takeover.block(), OnFailure.UNKNOWN));
    Shop.Plan plan =
        Shop.on(database)
            .route(route)
            .settings(f -> f.quota(Quota.unlimited().maxNewPerMinute(1)))
            .handler((request, response) -> response.setStatus(201));
    try (Shop shop = plan.open(container)) {
      String hasty = newUser();
      assertThat(order(shop, hasty, Shop.newKey()).statusCode()).isEqualTo(201);
      String refused = Shop.newKey();

      assertOverQuota(order(shop, hasty, refused));

      assertThat(shop.records(refused)).isZero();
    }
  }

  @ContainerTest
  void whoHasTooManyRequestsUnderWayIsRefusedUntilOneEnds(Container container) throws Exception {
    Checkpoints checkpoints = new Checkpoints();
    Shop.Plan plan =
        Shop.on(database)
            .semel(semel -> semel.boundaries(checkpoints))
            .settings(f -> f.quota(Quota.unlimited().maxInFlight(1)));
    try (Shop shop = plan.open(container)) {
      String busy = newUser();
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        first = CompletableFuture.supplyAsync(() -> order(shop, busy, key));
        held.awaitReached();

        assertOverQuota(order(shop, busy, Shop.newKey()));
        assertThat(order(shop, newUser(), Shop.newKey()).statusCode()).isEqualTo(201);
      }
      assertThat(first.get().statusCode()).isEqualTo(201);
      Waiting.until("the slot is free", () -> order(shop, busy, Shop.newKey()).statusCode() == 201);
    }
  }

  @ContainerTest
  void everyWayOutOfTheFilterFreesItsSlot(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders").maxRequestBytes(100))
            .settings(f -> f.quota(Quota.unlimited().maxInFlight(1)))
            .handler(
                (request, response) -> {
                  String order = request.getReader().readLine();
                  switch (order) {
                    case "throw" -> throw new IllegalArgumentException(order);
                    case "async" -> request.startAsync();
                    case "error" -> response.sendError(500);
                    default -> Shop.order(request, response);
                  }
                });
    try (Shop shop = plan.open(container)) {
      String user = newUser();
      String[] orders = {"throw", "async", "error", "{}", "x".repeat(101), "throw", "{}"};
      for (String order : orders) {
        HttpResponse<String> response =
            shop.send(shop.request(Shop.newKey(), order).header("User", user));
        assertThat(response.statusCode()).as(order).isNotEqualTo(429);
      }
    }
  }
}
