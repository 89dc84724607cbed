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
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.postgres.StopMode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** The database server is stopped and started again under a running shop. */
class StoreOutageIT {
  private static final Duration NEVER = Duration.ofHours(1);
  private static final int MANY = 60;

  private static OwnPostgresServer server;

  private final AtomicInteger attempts = new AtomicInteger();

  @BeforeAll
  static void start() {
    server = PostgresServer.durable();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void bringItBack() {
    if (!server.isRunning()) {
      server.restart();
    }
  }

  private Shop.Plan plan(Duration firstProbe, Duration maxProbe) {
    return Shop.on(server.database("shop"))
        .hasty()
        .semel(semel -> semel.probing(firstProbe, maxProbe).boundaries((at, intent) -> count(at)));
  }

  private void count(Boundary at) {
    if (at == Boundary.BEFORE_CLAIM || at == Boundary.BEFORE_LEASE_CLAIM) {
      attempts.incrementAndGet();
    }
  }

  private List<HttpResponse<String>> orderMany(Shop shop) {
    List<CompletableFuture<HttpResponse<String>>> sent =
        Stream.generate(() -> shop.request(Shop.newKey(), "{}").build())
            .limit(MANY)
            .map(request -> shop.client().sendAsync(request, BodyHandlers.ofString()))
            .toList();
    return sent.stream().map(CompletableFuture::join).toList();
  }

  @ContainerTest
  void storeThatIsKnownToBeUnavailableIsLeftAlone(Container container) {
    try (Shop shop = plan(NEVER, NEVER).open(container)) {
      server.stop(StopMode.FAST);
      assertThat(shop.order(Shop.newKey()).statusCode()).isEqualTo(503);
      int before = attempts.get();

      List<HttpResponse<String>> refused = orderMany(shop);

      assertThat(attempts).as("attempts to reach the store").hasValue(before);
      assertThat(refused)
          .allSatisfy(
              response -> {
                assertThat(response.statusCode()).isEqualTo(503);
                assertThat(response.body()).contains("\"code\":\"store_unavailable\"");
                assertThat(retryAfter(response)).isBetween(60L, NEVER.toSeconds());
              });
      assertThat(shop.count(HttpEvent.STORE_UNAVAILABLE)).isEqualTo(MANY + 1);
    }
  }

  /** A client that sends its body slowly holds no thread while the store is unavailable. */
  @ContainerTest
  void requestIsRefusedBeforeItsBodyIsRead(Container container) throws IOException {
    try (Shop shop = plan(NEVER, NEVER).open(container)) {
      server.stop(StopMode.FAST);
      assertThat(shop.order(Shop.newKey()).statusCode()).isEqualTo(503);

      try (RawHttp client = new RawHttp(shop.server().port())) {
        client.send(RawHttp.head(Shop.newKey(), "Content-Length: 100\r\n"));

        assertThat(client.readUntil("store_unavailable")).startsWith("HTTP/1.1 503");
      }
    }
  }

  private static long retryAfter(HttpResponse<?> response) {
    return response.headers().firstValueAsLong("Retry-After").orElse(0);
  }

  @ContainerTest
  void requestDoesNotTryAStoreAgainThatCannotBeReached(Container container) {
    try (Shop shop = plan(NEVER, NEVER).open(container)) {
      server.stop(StopMode.FAST);
      int before = attempts.get();

      assertThat(shop.order(Shop.newKey()).statusCode()).isEqualTo(503);

      // A connection of the pool may have been open, and is found to be dead by the first.
      assertThat(attempts.get() - before).isBetween(1, 2);
    }
  }

  @ContainerTest
  void leasedRoutesAndQuotasLeaveItAloneToo(Container container) {
    Route leased =
        Route.post("/orders")
            .leased(new LeasedMode(Duration.ofSeconds(30), Takeover.block(), OnFailure.UNKNOWN));
    Shop.Plan plan =
        plan(NEVER, NEVER)
            .route(leased)
            .settings(filter -> filter.quota(new Quota(5, Quota.UNLIMITED, Quota.UNLIMITED)));
    try (Shop shop = plan.open(container)) {
      server.stop(StopMode.FAST);
      assertThat(shop.order(Shop.newKey()).statusCode()).isEqualTo(503);
      int before = attempts.get();

      assertThat(orderMany(shop)).extracting(HttpResponse::statusCode).containsOnly(503);

      assertThat(attempts).hasValue(before);
    }
  }

  @ContainerTest
  void probeFindsOutThatTheStoreIsBack(Container container) {
    Duration soon = Duration.ofMillis(50);
    try (Shop shop = plan(soon, soon).open(container)) {
      String key = Shop.newKey();
      server.stop(StopMode.FAST);
      assertThat(shop.order(key).statusCode()).isEqualTo(503);
      server.restart();

      Waiting.until("the store is back", () -> shop.order(Shop.newKey()).statusCode() == 201);

      assertThat(shop.order(key).statusCode()).isEqualTo(201);
      assertThat(shop.orders(key)).isEqualTo(1);
      assertThat(orderMany(shop)).extracting(HttpResponse::statusCode).containsOnly(201);
    }
  }

  @ContainerTest
  void routeThatFailsOpenDoesNotWaitForTheStore(Container container) {
    AtomicInteger runs = new AtomicInteger();
    Shop.Plan plan =
        plan(NEVER, NEVER)
            .route(Route.post("/orders").failingOpen())
            .handler((request, response) -> runs.incrementAndGet());
    try (Shop shop = plan.open(container)) {
      server.stop(StopMode.FAST);
      assertThat(shop.order(Shop.newKey()).statusCode()).isEqualTo(200);
      int before = attempts.get();

      assertThat(shop.order(Shop.newKey()).statusCode()).isEqualTo(200);

      assertThat(attempts).hasValue(before);
      assertThat(runs).hasValue(2);
    }
  }
}
