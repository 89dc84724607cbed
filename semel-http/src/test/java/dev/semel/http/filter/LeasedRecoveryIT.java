package dev.semel.http.filter;

import static dev.semel.http.filter.LeasedOrders.await;
import static dev.semel.http.filter.LeasedOrders.leased;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Duplicates;
import dev.semel.RecoveryProbe.Finding;
import dev.semel.Takeover;
import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpEvent;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class LeasedRecoveryIT {
  private final PostgresDatabase database;
  private final LeasedOrders orders;
  private final AtomicInteger runs;

  LeasedRecoveryIT(PostgresDatabase database) {
    this.database = database;
    this.orders = new LeasedOrders(database);
    this.runs = orders.runs;
  }

  /** Lets an owner die with a lease in its hands, and the lease run out. */
  private Shop.Plan stale(String key, SettableClock clock, Route route) {
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      Shop.Plan dying =
          orders
              .plan(route)
              .store(store -> store.clock(clock))
              .through(proxy)
              .handler(
                  (request, response) -> {
                    proxy.refuseNew();
                    proxy.cutAll();
                  });
      try (Shop shop = dying.open(Container.JETTY)) {
        shop.order(key, "200");
      }
    }
    assertThat(orders.state(key)).isEqualTo("RUNNING");
    runs.set(0);
    clock.advance(LeasedOrders.LONG.plusSeconds(1));
    return orders.plan(route).store(store -> store.clock(clock));
  }

  @ContainerTest
  void whatItsOwnerLeftBehindIsBlockedTakenOverOrAskedAbout(Container container) {
    SettableClock clock = SettableClock.create();

    String blocked = Shop.newKey();
    try (Shop shop = stale(blocked, clock, leased(OnFailure.UNKNOWN)).open(container)) {
      HttpResponse<String> retry = shop.order(blocked, "200");
      assertThat(retry.statusCode()).isEqualTo(409);
      assertThat(retry.body()).contains("\"code\":\"outcome_unknown\"");
      assertThat(runs).hasValue(0);
    }

    String taken = Shop.newKey();
    Route takingOver = leased(Takeover.takeOver(), OnFailure.UNKNOWN);
    try (Shop shop = stale(taken, clock, takingOver).open(container)) {
      assertThat(shop.order(taken, "200").statusCode()).isEqualTo(200);
      assertThat(shop.order(taken, "200").headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(runs).hasValue(1);
    }

    String found = Shop.newKey();
    HttpAnswer answer =
        HttpAnswer.of(201)
            .header("Location", "/orders/7")
            .body("text/plain", new byte[] {'o', 'k'});
    Route asking =
        leased(
            Takeover.ask(record -> new Finding.AlreadySucceeded<>(answer, "found it")),
            OnFailure.UNKNOWN);
    try (Shop shop = stale(found, clock, asking).open(container)) {
      HttpResponse<String> retry = shop.order(found, "200");
      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.headers().firstValue("Location")).hasValue("/orders/7");
      assertThat(retry.body()).isEqualTo("ok");
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(runs).hasValue(0);
    }

    String abandoned = Shop.newKey();
    Route givingUp =
        leased(Takeover.ask(record -> new Finding.Abandoned<>("gone")), OnFailure.UNKNOWN);
    try (Shop shop = stale(abandoned, clock, givingUp).open(container)) {
      HttpResponse<String> retry = shop.order(abandoned, "200");
      assertThat(retry.statusCode()).isEqualTo(409);
      assertThat(retry.body()).contains("\"code\":\"abandoned\"").doesNotContain("gone");
      assertThat(runs).hasValue(0);
    }
  }

  @ContainerTest
  void aLateOwnerAnswersItsOwnClientAndOverwritesNothing(Container container) throws Exception {
    SettableClock clock = SettableClock.create();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Route route = leased(Takeover.takeOver(), OnFailure.UNKNOWN);
    Shop.Plan slow =
        orders
            .plan(route)
            .store(store -> store.clock(clock))
            .handler(
                (request, response) -> {
                  running.countDown();
                  await(goOn);
                  orders.calling().handle(request, response);
                });
    try (Shop late = slow.open(container);
        Shop other = orders.plan(route).store(store -> store.clock(clock)).open(container)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first =
          CompletableFuture.supplyAsync(() -> late.order(key, "200"));
      await(running);
      clock.advance(LeasedOrders.LONG.plusSeconds(1));

      HttpResponse<String> takeover = other.order(key, "200");
      goOn.countDown();

      assertThat(takeover.body()).isEqualTo("run 1");
      assertThat(first.get().statusCode()).isEqualTo(200);
      assertThat(first.get().body()).isEqualTo("run 2");
      assertThat(late.count(HttpEvent.LEASE_LOST)).isEqualTo(1);
      assertThat(other.order(key, "200").body()).isEqualTo("run 1");
    }
  }

  @ContainerTest
  void aHeartbeatHoldsTheLeaseOfAHandlerThatTakesLonger(Container container) throws Exception {
    SettableClock clock = SettableClock.create();
    Duration lease = Duration.ofSeconds(3);
    Duration step = Duration.ofSeconds(2);
    Route route =
        Route.post("/orders").leased(new LeasedMode(lease, Takeover.takeOver(), OnFailure.UNKNOWN));
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Shop.Plan plan =
        orders
            .plan(route)
            .store(store -> store.clock(clock))
            .handler(
                (request, response) -> {
                  running.countDown();
                  await(goOn);
                  orders.calling().handle(request, response);
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first =
          CompletableFuture.supplyAsync(() -> shop.order(key, "200"));
      await(running);
      long end = leaseEnd(key);
      clock.advance(step);
      Waiting.until("the lease is renewed", () -> leaseEnd(key) == end + step.toSeconds());
      // The first lease would have run out by now.
      clock.advance(step);

      assertThat(shop.order(key, "200").body()).contains("\"code\":\"in_progress\"");
      goOn.countDown();

      assertThat(first.get().statusCode()).isEqualTo(200);
      assertThat(runs).hasValue(1);
    }
  }

  private long leaseEnd(String key) {
    return database.queryLong(
        "SELECT extract(epoch FROM lease_until)::bigint FROM semel.intent WHERE key = ?", key);
  }

  @ContainerTest
  void anOutcomeThatCannotBeRecordedReachesItsClientAndIsRecordedLater(Container container) {
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      Route route =
          Route.post("/orders")
              .retrying(LeasedOrders.HASTY)
              .duplicates(Duplicates.refuse())
              .leased(new LeasedMode(Duration.ofSeconds(2), Takeover.block(), OnFailure.UNKNOWN));
      Shop.Plan plan =
          orders
              .plan(route)
              .through(proxy)
              .handler(
                  (request, response) -> {
                    orders.calling().handle(request, response);
                    proxy.refuseNew();
                    proxy.cutAll();
                  });
      try (Shop shop = plan.open(container)) {
        String key = Shop.newKey();

        HttpResponse<String> first = shop.order(key, "200");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("run 1");
        assertThat(shop.count(HttpEvent.OUTCOME_NOT_RECORDED)).isEqualTo(1);
        assertThat(orders.state(key)).isEqualTo("RUNNING");
        proxy.heal();
        Waiting.until(
            "it is recorded late", () -> shop.count(HttpEvent.OUTCOME_RECORDED_LATE) == 1);
        HttpResponse<String> retry = shop.order(key, "200");
        assertThat(retry.body()).isEqualTo("run 1");
        assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
        assertThat(runs).hasValue(1);
      }
    }
  }
}
