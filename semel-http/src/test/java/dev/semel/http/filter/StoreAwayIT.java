package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.RetryPolicy;
import dev.semel.http.HttpEffect;
import dev.semel.http.HttpEvent;
import dev.semel.http.Idempotency;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class StoreAwayIT {
  /** Gives up soon. */
  private static final RetryPolicy HASTY =
      new RetryPolicy(2, Duration.ofSeconds(2), Duration.ofMillis(1), Duration.ofMillis(1));

  /** Has time for a new connection. */
  private static final RetryPolicy PATIENT =
      new RetryPolicy(2, Duration.ofMinutes(1), Duration.ofMillis(1), Duration.ofMillis(1));

  private final PostgresDatabase database;
  private final AtomicInteger runs = new AtomicInteger();
  private FaultProxy proxy;

  StoreAwayIT(PostgresDatabase database) {
    this.database = database;
    this.proxy = FaultProxy.to(database.host(), database.port());
  }

  @BeforeEach
  void startProxy() {
    proxy.close();
    proxy = FaultProxy.to(database.host(), database.port());
  }

  @AfterEach
  void stopProxy() {
    proxy.close();
  }

  private Shop.Plan plan(Route route) {
    return Shop.on(database)
        .through(proxy)
        .poolSize(2)
        .route(route)
        .handler(
            (request, response) -> {
              runs.incrementAndGet();
              if (Idempotency.intentOf(request) == null || !hasEffect(request)) {
                response.getOutputStream().print(request.getReader().readLine());
              } else {
                Shop.order(request, response);
              }
            });
  }

  private static boolean hasEffect(ServletRequest request) {
    try {
      HttpEffect.of(request);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private static Route route() {
    return Route.post("/orders").retrying(HASTY);
  }

  private static Route patientRoute() {
    return Route.post("/orders").retrying(PATIENT);
  }

  private void takeStoreAway() {
    proxy.refuseNew();
    proxy.cutAll();
  }

  /** A pool needs a moment to notice. */
  private static HttpResponse<String> orderOnceTheStoreIsBack(Shop shop, String key) {
    Waiting.until("the store is back", () -> shop.order(Shop.newKey()).statusCode() == 201);
    return shop.order(key);
  }

  @ContainerTest
  void withoutTheStoreNothingRuns(Container container) {
    try (Shop shop = plan(route()).open(container)) {
      String key = Shop.newKey();
      takeStoreAway();

      HttpResponse<String> refused = shop.order(key);

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("\"code\":\"store_unavailable\"", "\"retryable\":true");
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(refused.headers().allValues(Shop.KEY)).containsExactly(key);
      assertThat(runs).hasValue(0);
      assertThat(shop.count(HttpEvent.STORE_UNAVAILABLE)).isEqualTo(1);

      proxy.heal();
      assertThat(orderOnceTheStoreIsBack(shop, key).statusCode()).isEqualTo(201);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void aRouteThatFailsOpenRunsWithoutProtectionAndIsCounted(Container container) {
    try (Shop shop = plan(route().failingOpen()).open(container)) {
      String key = Shop.newKey();
      takeStoreAway();

      HttpResponse<String> open = shop.order(key, "{\"item\":\"lamp\"}");

      assertThat(open.statusCode()).isEqualTo(200);
      assertThat(open.body()).isEqualTo("{\"item\":\"lamp\"}");
      assertThat(runs).hasValue(1);
      assertThat(shop.count(HttpEvent.FAILED_OPEN)).isEqualTo(1);

      proxy.heal();
      assertThat(orderOnceTheStoreIsBack(shop, key).statusCode()).isEqualTo(201);
    }
  }

  @ContainerTest
  void aLostReplyToCommitIsFoundOutAndTheClientGetsItsResponse(Container container) {
    try (Shop shop = plan(patientRoute()).patient().open(container)) {
      String key = Shop.newKey();
      Fault lost = proxy.onMessage("COMMIT").loseReply();

      HttpResponse<String> first = shop.order(key);
      lost.awaitFired();
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(first.headers().firstValue(Shop.MARKER)).isEmpty();
      assertThat(retry.body()).isEqualTo(first.body());
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(shop.orders(key)).isEqualTo(1);
      assertThat(runs).hasValue(1);
    }
  }

  @ContainerTest
  void aCommitWhoseReplyIsLostForGoodIsAnsweredWithTryTheSameKey(Container container) {
    AtomicBoolean first = new AtomicBoolean(true);
    Shop.Plan plan =
        plan(route())
            .poolSize(1)
            .behind(
                (request, response, chain) -> {
                  chain.doFilter(request, response);
                  if (Idempotency.intentOf(request) != null && first.getAndSet(false)) {
                    // From here on there is no way back to the store.
                    proxy.refuseNew();
                  }
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      Fault lost = proxy.onMessage("COMMIT").loseReply();

      HttpResponse<String> unknown = shop.order(key);
      lost.awaitFired();
      proxy.heal();

      assertThat(unknown.statusCode()).isEqualTo(503);
      assertThat(unknown.body()).contains("\"code\":\"commit_unknown\"", "\"retryable\":true");
      assertThat(unknown.headers().firstValue("Retry-After")).isPresent();
      assertThat(runs).hasValue(1);
      HttpResponse<String> retry = orderOnceTheStoreIsBack(shop, key);
      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void aCommitThatNeverHappenedIsTheClientsToRepeat(Container container) {
    try (Shop shop = plan(patientRoute()).patient().open(container)) {
      String key = Shop.newKey();
      Fault cut = proxy.onMessage("COMMIT").cutBefore();

      HttpResponse<String> first = shop.order(key);
      cut.awaitFired();

      assertThat(first.statusCode()).isEqualTo(503);
      assertThat(first.body()).contains("\"code\":\"try_again\"", "\"retryable\":true");
      assertThat(first.headers().firstValue("Location")).isEmpty();
      assertThat(first.headers().firstValue("Content-Type")).hasValue("application/problem+json");
      assertThat(runs).hasValue(1);
      assertThat(shop.orders(key)).isZero();
      assertThat(shop.order(key).statusCode()).isEqualTo(201);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void aRouteThatMayRerunItsHandlerDoesSoWithTheSameBody(Container container) {
    Shop.Plan plan =
        plan(patientRoute().rerunningHandler())
            .patient()
            .handler(
                (request, response) -> {
                  int run = runs.incrementAndGet();
                  long id = Shop.insert(request);
                  response.addHeader("Run", "" + run);
                  response.getWriter().print(id + " " + request.getReader().readLine());
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      proxy.onMessage("COMMIT").cutBefore();

      HttpResponse<String> first = shop.order(key, "{\"item\":\"lamp\"}");
      HttpResponse<String> retry = shop.order(key, "{\"item\":\"lamp\"}");

      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.headers().allValues("Run")).containsExactly("2");
      assertThat(first.body()).endsWith("{\"item\":\"lamp\"}");
      assertThat(retry.body()).isEqualTo(first.body());
      assertThat(shop.orders(key)).isEqualTo(1);
      assertThat(runs).hasValue(2);
    }
  }

  @ContainerTest
  void aDeadlockIsAnsweredWithTryAgainAndTheRetryRuns(Container container) {
    CyclicBarrier both = new CyclicBarrier(2);
    database.execute(
        "CREATE TABLE IF NOT EXISTS stock (item text PRIMARY KEY, pieces int);"
            + "INSERT INTO stock VALUES ('lamp', 9), ('table', 9) ON CONFLICT DO NOTHING");
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  Connection connection = HttpEffect.of(request).connection();
                  String order = request.getReader().readLine();
                  boolean lampFirst = order.contains("lamp");
                  take(connection, lampFirst ? "lamp" : "table");
                  if (order.contains("meet")) {
                    meet(both);
                  }
                  take(connection, lampFirst ? "table" : "lamp");
                  Shop.order(request, response);
                });
    try (Shop shop = plan.open(container)) {
      String one = Shop.newKey();
      String two = Shop.newKey();
      CompletableFuture<HttpResponse<String>> other =
          CompletableFuture.supplyAsync(() -> shop.order(two, "table, meet"));
      HttpResponse<String> first = shop.order(one, "lamp, meet");
      HttpResponse<String> second = other.join();

      assertThat(new int[] {first.statusCode(), second.statusCode()})
          .containsExactlyInAnyOrder(201, 503);
      HttpResponse<String> loser = first.statusCode() == 503 ? first : second;
      assertThat(loser.body()).contains("\"code\":\"try_again\"");
      assertThat(shop.count(HttpEvent.TRY_AGAIN)).isEqualTo(1);
      assertThat(shop.orders(one) + shop.orders(two)).isEqualTo(1);
    }
  }

  private static void take(Connection connection, String item) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("UPDATE stock SET pieces = pieces - 1 WHERE item = '" + item + "'");
    }
  }

  private static void meet(CyclicBarrier barrier) throws IOException {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @ContainerTest
  void aStoreThatAnOperatorMustMendIsSaidToBe(Container container) {
    try (Shop shop = plan(route()).open(container)) {
      String key = Shop.newKey();
      database.execute("ALTER TABLE semel.intent RENAME TO intent_away");
      HttpResponse<String> refused;
      try {
        refused = shop.order(key);
      } finally {
        database.execute("ALTER TABLE semel.intent_away RENAME TO intent");
      }

      assertThat(refused.statusCode()).isEqualTo(500);
      assertThat(refused.body()).contains("\"code\":\"store_misconfigured\"");
      assertThat(refused.body()).doesNotContain("semel.intent");
      assertThat(runs).hasValue(0);
      assertThat(shop.order(key).statusCode()).isEqualTo(201);
    }
  }

  @ContainerTest
  void aHandlersOwnSqlErrorIsTheHandlersOwnAffair(Container container) {
    SeenByOthers seen = new SeenByOthers();
    Shop.Plan plan =
        plan(route())
            .inFront(seen)
            .handler(
                (request, response) -> {
                  runs.incrementAndGet();
                  try (Statement statement =
                      HttpEffect.of(request).connection().createStatement()) {
                    statement.execute("SELECT * FROM no_such_table");
                  }
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> failed = shop.order(key);

      assertThat(failed.statusCode()).isEqualTo(500);
      assertThat(failed.body()).doesNotContain("store_misconfigured");
      assertThat(seen.thrown()).hasRootCauseInstanceOf(SQLException.class);
      assertThat(runs).hasValue(1);
      assertThat(shop.records(key)).isZero();
    }
  }

  @ContainerTest
  void aDamagedRecordIsNeitherShownNorRunAgain(Container container) {
    try (Shop shop = plan(route().failingOpen()).open(container)) {
      String key = Shop.newKey();
      shop.order(key);
      database.execute(
          "UPDATE semel.intent SET content = '\\x01ffffffff' WHERE key = '" + key + "'");

      HttpResponse<String> retry = shop.order(key);

      assertThat(retry.statusCode()).isEqualTo(503);
      assertThat(retry.body()).contains("\"code\":\"store_unavailable\"");
      assertThat(runs).hasValue(1);
    }
  }

  @ContainerTest
  void anAsynchronousHandlerOfATransactionalRouteIsRefusedAndRolledBack(Container container) {
    Shop.Plan plan =
        plan(route())
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  response.getWriter().print("half a body");
                  if (request.getReader().readLine().contains("caught")) {
                    try {
                      request.startAsync();
                    } catch (IllegalStateException e) {
                      response.setStatus(200);
                    }
                  } else {
                    request.startAsync(request, response);
                  }
                });
    try (Shop shop = plan.open(container)) {
      for (String kind : new String[] {"caught", "thrown"}) {
        String key = Shop.newKey();

        HttpResponse<String> refused = shop.order(key, kind);

        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(refused.body())
            .contains("\"code\":\"async_handler\"", "leased")
            .doesNotContain("half a body");
        assertThat(shop.orders(key)).isZero();
        assertThat(shop.records(key)).isZero();
      }
      assertThat(shop.count(HttpEvent.ASYNC_REFUSED)).isEqualTo(2);
    }
  }
}
