package dev.semel.http.filter;

import static dev.semel.http.filter.LeasedOrders.await;
import static dev.semel.http.filter.LeasedOrders.leased;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.HttpEffect;
import dev.semel.http.HttpEvent;
import dev.semel.http.Idempotency;
import dev.semel.http.OnFailure;
import dev.semel.http.Route;
import dev.semel.http.StatusPolicy;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class LeasedIT {
  private final PostgresDatabase database;
  private final LeasedOrders orders;
  private final AtomicInteger runs;

  LeasedIT(PostgresDatabase database) {
    this.database = database;
    this.orders = new LeasedOrders(database);
    this.runs = orders.runs;
  }

  @ContainerTest
  void successesAndBusinessNosAreRecordedAndReplayed(Container container) {
    try (Shop shop = orders.plan(leased(OnFailure.UNKNOWN)).open(container)) {
      for (String status : new String[] {"200", "201", "204", "303", "402", "404"}) {
        String key = Shop.newKey();

        HttpResponse<String> first = shop.order(key, status);
        HttpResponse<String> retry = shop.order(key, status);

        assertThat(first.statusCode()).isEqualTo(Integer.parseInt(status));
        assertThat(first.headers().firstValue(Shop.MARKER)).isEmpty();
        assertThat(first.headers().allValues(Shop.KEY)).containsExactly(key);
        assertThat(retry.statusCode()).isEqualTo(first.statusCode());
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(retry.headers().allValues("Run")).isEqualTo(first.headers().allValues("Run"));
        assertThat(retry.headers().allValues(Shop.MARKER)).containsExactly("true");
        assertThat(shop.order(key, "299").statusCode()).isEqualTo(422);
      }
      assertThat(runs).hasValue(6);
    }
  }

  @ContainerTest
  void responseIsWrittenAfterItsOutcomeIsRecorded(Container container) {
    ResponseSteps steps = new ResponseSteps();
    Shop.Plan plan =
        orders
            .plan(leased(OnFailure.UNKNOWN))
            .inFront(steps)
            .semel(semel -> semel.boundaries(steps));
    try (Shop shop = plan.open(container)) {
      assertThat(shop.order(Shop.newKey(), "200").statusCode()).isEqualTo(200);

      assertThat(steps.inOrder()).containsExactly(ResponseSteps.SETTLED, ResponseSteps.WRITTEN);
    }
  }

  @ContainerTest
  void whatSaysNothingAboutTheCommandReleasesTheKey(Container container) {
    try (Shop shop = orders.plan(leased(OnFailure.UNKNOWN)).open(container)) {
      String key = Shop.newKey();

      assertThat(shop.order(key, "429").statusCode()).isEqualTo(429);
      assertThat(orders.state(key)).isEqualTo("RELEASED");
      assertThat(shop.order(key, "429").headers().firstValue("Run")).hasValue("2");
      assertThat(shop.count(HttpEvent.NOT_STORED)).isEqualTo(2);
    }
  }

  @ContainerTest
  void aFailureMeansWhatTheRouteSays(Container container) {
    for (String failure : new String[] {"500", "504", "throw"}) {
      try (Shop shop = orders.plan(leased(OnFailure.STORE)).open(container)) {
        String key = Shop.newKey();
        HttpResponse<String> first = shop.order(key, failure);
        HttpResponse<String> retry = shop.order(key, failure);
        assertThat(retry.statusCode()).isEqualTo(first.statusCode());
        assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
        if (!failure.equals("throw")) {
          assertThat(retry.body()).isEqualTo(first.body());
        }
      }
      assertThat(runs.getAndSet(0)).isEqualTo(1);

      try (Shop shop = orders.plan(leased(OnFailure.RELEASE)).open(container)) {
        String key = Shop.newKey();
        shop.order(key, failure);
        assertThat(orders.state(key)).isEqualTo("RELEASED");
        HttpResponse<String> retry = shop.order(key, failure);
        assertThat(retry.headers().firstValue(Shop.MARKER)).isEmpty();
      }
      assertThat(runs.getAndSet(0)).isEqualTo(2);

      try (Shop shop = orders.plan(leased(OnFailure.UNKNOWN)).open(container)) {
        String key = Shop.newKey();
        assertThat(shop.order(key, failure).statusCode()).isGreaterThanOrEqualTo(500);
        HttpResponse<String> retry = shop.order(key, failure);
        assertThat(retry.statusCode()).isEqualTo(409);
        assertThat(retry.body()).contains("\"code\":\"outcome_unknown\"", "\"retryable\":false");
        assertThat(orders.state(key)).isEqualTo("UNKNOWN");
      }
      assertThat(runs.getAndSet(0)).isEqualTo(1);
    }
  }

  @ContainerTest
  void whoeverSaysThatItFailedForGoodAsksNobodyToTryAgain(Container container) {
    Shop.Plan plan =
        orders
            .plan(leased(OnFailure.STORE))
            .handler(
                (request, response) -> {
                  orders.calling().handle(request, response);
                  response.setHeader("Retry-After", "1");
                  Idempotency.failedAnswer(request);
                });
    try (Shop shop = plan.open(container)) {
      for (String status : new String[] {"409", "503"}) {
        String key = Shop.newKey();

        HttpResponse<String> first = shop.order(key, status);
        HttpResponse<String> retry = shop.order(key, status);

        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(first.body()).contains("\"code\":\"failed\"", "\"retryable\":false");
        assertThat(first.headers().firstValue("Retry-After")).isEmpty();
        assertThat(first.headers().allValues(Shop.KEY)).containsExactly(key);
        assertThat(retry.statusCode()).isEqualTo(500);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(retry.headers().firstValue("Retry-After")).isEmpty();
        assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      }
      assertThat(runs).hasValue(2);
    }
  }

  @ContainerTest
  void aServerErrorThatThePolicyKeepsOrTheHandlerVouchesForIsReplayed(Container container) {
    Route route = leased(OnFailure.UNKNOWN).storing(StatusPolicy.standard().also(503));
    Shop.Plan plan =
        orders
            .plan(route)
            .handler(
                (request, response) -> {
                  orders.calling().handle(request, response);
                  if (response.getStatus() == 500) {
                    Idempotency.finalAnswer(request);
                  }
                });
    try (Shop shop = plan.open(container)) {
      for (String status : new String[] {"500", "503"}) {
        String key = Shop.newKey();
        shop.order(key, status);
        assertThat(shop.order(key, status).headers().firstValue(Shop.MARKER)).hasValue("true");
      }
    }
  }

  @ContainerTest
  void aDuplicateIsRefusedWhileTheHandlerRunsAndIsNotToldToWaitLongerThanTheLease(
      Container container) throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Shop.Plan plan =
        orders
            .plan(leased(OnFailure.UNKNOWN))
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

      HttpResponse<String> duplicate = shop.order(key, "200");
      goOn.countDown();

      assertThat(duplicate.statusCode()).isEqualTo(409);
      assertThat(duplicate.body()).contains("\"code\":\"in_progress\"");
      long wait = Long.parseLong(duplicate.headers().firstValue("Retry-After").orElseThrow());
      assertThat(wait).isBetween(1L, LeasedOrders.LONG.toSeconds());
      assertThat(first.get().statusCode()).isEqualTo(200);
      assertThat(shop.order(key, "200").headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(runs).hasValue(1);
    }
  }

  @ContainerTest
  void withoutTheStoreALeasedHandlerDoesNotRunEither(Container container) {
    try (FaultProxy proxy = FaultProxy.to(database.host(), database.port())) {
      Shop.Plan plan = orders.plan(leased(OnFailure.UNKNOWN)).through(proxy);
      try (Shop shop = plan.open(container)) {
        proxy.refuseNew();
        proxy.cutAll();

        HttpResponse<String> refused = shop.order(Shop.newKey(), "200");

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("\"code\":\"store_unavailable\"");
        assertThat(runs).hasValue(0);
      }
    }
  }

  @ContainerTest
  void aLeasedHandlerHasNoTransactionAndIsToldSo(Container container) {
    Shop.Plan plan =
        orders
            .plan(leased(OnFailure.UNKNOWN))
            .handler(
                (request, response) -> {
                  try {
                    HttpEffect.of(request);
                  } catch (IllegalStateException e) {
                    response.getWriter().print(e.getMessage());
                  }
                });
    try (Shop shop = plan.open(container)) {
      assertThat(shop.order(Shop.newKey()).body()).contains("leased");
    }
  }

  @ContainerTest
  void aResponseTooLargeToBeKeptIsPassedOnAndNotRunAgain(Container container) {
    Route route = leased(OnFailure.UNKNOWN).maxResponseBytes(1_000);
    Shop.Plan plan =
        orders
            .plan(route)
            .handler(
                (request, response) -> {
                  runs.incrementAndGet();
                  response.setHeader("Large", "yes");
                  int bytes = Integer.parseInt(request.getReader().readLine());
                  for (int i = 0; i < bytes / 100; i++) {
                    response.getOutputStream().print("x".repeat(100));
                  }
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key, "500000");
      HttpResponse<String> retry = shop.order(key, "500000");

      assertThat(first.body()).hasSize(500_000);
      assertThat(first.headers().firstValue("Large")).hasValue("yes");
      assertThat(first.headers().allValues(Shop.KEY)).containsExactly(key);
      assertThat(retry.body()).contains("\"code\":\"result_unavailable\"");
      assertThat(runs).hasValue(1);
      String kept = Shop.newKey();
      shop.order(kept, "1000");
      assertThat(shop.order(kept, "1000").body()).hasSize(1_000);
    }
  }
}
