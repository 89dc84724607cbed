package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Semel;
import dev.semel.http.Caller;
import dev.semel.http.HttpEffect;
import dev.semel.http.HttpEvent;
import dev.semel.http.Idempotency;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.KeyPolicy;
import dev.semel.http.Route;
import dev.semel.http.RouteResolver;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class ApplicabilityIT {
  private final PostgresDatabase database;

  ApplicabilityIT(PostgresDatabase database) {
    this.database = database;
  }

  private static HttpResponse<String> keyless(Shop shop, String path) {
    return shop.send(shop.to(path).POST(BodyPublishers.ofString("{}")));
  }

  /** Says that it ran, with or without a transaction. */
  private static void ran(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader("Ran", request.getMethod());
  }

  @ContainerTest
  void aRequiredKeyThatIsMissingIsRefusedWithALinkToTheDocs(Container container) {
    try (Shop shop = Shop.on(database).open(container)) {
      HttpResponse<String> refused = keyless(shop, "/orders");

      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).contains("\"code\":\"key_missing\"");
      assertThat(refused.headers().firstValue("Link")).get().asString().contains("describedby");
      assertThat(refused.headers().firstValue(Shop.KEY)).isEmpty();
      assertThat(shop.count(HttpEvent.KEY_MISSING)).isEqualTo(1);
      assertThat(database.queryLong("SELECT count(*) FROM orders WHERE key = 'none'")).isZero();
    }
  }

  @ContainerTest
  void anOptionalKeyThatIsMissingRunsUnprotected(Container container) {
    Shop.Plan plan =
        Shop.on(database).route(Route.post("/orders").optional()).handler(ApplicabilityIT::ran);
    try (Shop shop = plan.open(container)) {
      HttpResponse<String> response = keyless(shop, "/orders");

      assertThat(response.headers().firstValue("Ran")).hasValue("POST");
      assertThat(response.headers().firstValue(Shop.MARKER)).isEmpty();
      assertThat(shop.count(HttpEvent.UNPROTECTED)).isEqualTo(1);
    }
  }

  @ContainerTest
  void safeMethodsIgnoreTheKey(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .settings(filter -> filter.routes(request -> Route.named("POST", "everything")))
            .handler(ApplicabilityIT::ran);
    try (Shop shop = plan.openUnrouted(container)) {
      String key = Shop.newKey();
      for (String method : new String[] {"GET", "HEAD", "OPTIONS", "GET"}) {
        HttpResponse<String> response =
            shop.send(
                shop.to("/orders").header(Shop.KEY, key).method(method, BodyPublishers.noBody()));

        assertThat(response.headers().firstValue("Ran")).hasValue(method);
        assertThat(response.headers().firstValue(Shop.MARKER)).isEmpty();
        assertThat(response.headers().firstValue(Shop.KEY)).isEmpty();
      }
      assertThat(shop.records(key)).isZero();
    }
  }

  /** Sets a header on the responses of its only route, and turns strangers away. */
  private static final class Preparing implements RouteResolver {
    @Override
    public Route routeOf(HttpServletRequest request) {
      return Route.named("POST", "prepared");
    }

    @Override
    public boolean prepare(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      boolean isKnown = request.getHeader("Stranger") == null;
      response.setHeader("Prepared", "yes");
      if (!isKnown) {
        response.sendError(HttpServletResponse.SC_FORBIDDEN);
      }
      return isKnown;
    }
  }

  @ContainerTest
  void preparedHeadersAreOnEveryResponseOfARoute(Container container) {
    Shop.Plan plan = Shop.on(database).settings(filter -> filter.routes(new Preparing()));
    try (Shop shop = plan.openUnrouted(container)) {
      String key = Shop.newKey();
      for (HttpResponse<String> response :
          List.of(
              shop.order(key, "{}"),
              shop.order(key, "{}"),
              shop.order(key, "{\"other\": 1}"),
              keyless(shop, "/orders"))) {
        assertThat(response.headers().allValues("Prepared")).containsExactly("yes");
      }
      assertThat(shop.records(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void requestThatIsAnsweredInPreparationIsNotProcessed(Container container) {
    Shop.Plan plan = Shop.on(database).settings(filter -> filter.routes(new Preparing()));
    try (Shop shop = plan.openUnrouted(container)) {
      String key = Shop.newKey();
      HttpResponse<String> response =
          shop.send(
              shop.to("/orders")
                  .header(Shop.KEY, key)
                  .header("Stranger", "yes")
                  .POST(BodyPublishers.ofString("{}")));
      assertThat(response.statusCode()).isEqualTo(403);
      assertThat(shop.records(key)).isZero();
    }
  }

  @ContainerTest
  void putAndDeleteAreProtectedOnlyIfTheyHaveARoute(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.of("PUT", "/orders/{id}"))
            .handler(
                (request, response) -> {
                  if (request.getMethod().equals("PUT")) {
                    Shop.order(request, response);
                  }
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> deleted = shop.send(shop.to("/orders/1").header(Shop.KEY, key).DELETE());
      HttpResponse<String> put =
          shop.send(shop.to("/orders/1").header(Shop.KEY, key).PUT(BodyPublishers.noBody()));
      HttpResponse<String> again =
          shop.send(shop.to("/orders/1").header(Shop.KEY, key).PUT(BodyPublishers.noBody()));

      assertThat(deleted.headers().firstValue(Shop.KEY)).isEmpty();
      assertThat(put.statusCode()).isEqualTo(201);
      assertThat(again.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void anUnprotectedRouteRunsAsIfTheKeyWereNotThere(Container container) {
    try (Shop shop = Shop.on(database).handler(ApplicabilityIT::ran).open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> response =
          shop.send(shop.to("/other").header(Shop.KEY, key).POST(BodyPublishers.noBody()));

      assertThat(response.headers().firstValue("Ran")).hasValue("POST");
      assertThat(response.headers().firstValue(Shop.KEY)).isEmpty();
      assertThat(shop.records(key)).isZero();
    }
  }

  @ContainerTest
  void whatIsAnsweredInFrontOfTheFilterUsesNoKey(Container container) {
    Filter security =
        (request, response, chain) -> {
          if (((HttpServletRequest) request).getHeader("Authorization") == null) {
            ((HttpServletResponse) response).setStatus(401);
          } else {
            chain.doFilter(request, response);
          }
        };
    try (Shop shop = Shop.on(database).inFront(security).open(container)) {
      String key = Shop.newKey();

      assertThat(shop.order(key).statusCode()).isEqualTo(401);
      assertThat(shop.records(key)).isZero();
      HttpResponse<String> first = shop.send(shop.request(key, "{}").header("Authorization", "x"));
      assertThat(first.statusCode()).isEqualTo(201);
      // Who lost the right to call does not get the stored response either.
      HttpResponse<String> later = shop.send(shop.request(key, "{}"));
      assertThat(later.statusCode()).isEqualTo(401);
      assertThat(later.body()).isEmpty();
    }
  }

  @ContainerTest
  void withoutACallerNothingIsLookedUpAndNothingRuns(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .settings(
                filter ->
                    filter.callers(
                        request ->
                            request.getHeader("User") == null
                                ? null
                                : new Caller("acme", request.getHeader("User"))));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      shop.send(shop.request(key, "{}").header("User", "olga"));

      HttpResponse<String> unknown = shop.order(key, "{}");

      assertThat(unknown.statusCode()).isEqualTo(500);
      assertThat(unknown.body()).contains("\"code\":\"no_caller\"");
      assertThat(shop.order("\"bad", "{}").body()).contains("\"code\":\"no_caller\"");
      assertThat(shop.records(key)).isEqualTo(1);
      assertThat(shop.count(HttpEvent.NO_CALLER)).isEqualTo(2);
    }
  }

  @ContainerTest
  void invalidCallerIsRefusedWithProblem(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .settings(
                filter ->
                    filter.callers(request -> new Caller(request.getHeader("Tenant"), "olga")));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      for (String tenant : new String[] {"", "x".repeat(1_000)}) {
        HttpResponse<String> response = shop.send(shop.request(key, "{}").header("Tenant", tenant));
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body())
            .contains("\"code\":\"invalid_caller\"")
            .contains("CallerResolver");
      }
      assertThat(shop.order(key).body()).contains("\"code\":\"invalid_caller\"");
      assertThat(shop.count(HttpEvent.NO_CALLER)).isEqualTo(3);
      assertThat(shop.records(key)).isZero();
    }
  }

  @ContainerTest
  void strangersShareABucketOnlyWhereARouteSaysSo(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .settings(filter -> filter.callers(request -> null))
            .route(Route.post("/orders").anonymousAllowed("kiosk"));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      assertThat(shop.order(key).statusCode()).isEqualTo(201);
      assertThat(shop.order(key).headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(
              database.queryLong(
                  "SELECT count(*) FROM semel.intent WHERE key = ? AND tenant = 'kiosk'", key))
          .isEqualTo(1);
    }
  }

  @ContainerTest
  void malformedAndOverlongKeysAreRefusedBeforeTheStoreIsAsked(Container container) {
    Shop.Plan plan = Shop.on(database).semel(Shop.refusingEveryClaim());
    try (Shop shop = plan.open(container)) {
      assertThat(shop.order("\"open").body()).contains("\"code\":\"key_malformed\"");
      assertThat(shop.order("a, b").statusCode()).isEqualTo(400);
      assertThat(shop.order("x".repeat(256)).body()).contains("\"code\":\"key_too_long\"");
      HttpResponse<String> twice = shop.send(shop.request("a", "{}").header(Shop.KEY, "a"));
      assertThat(twice.statusCode()).isEqualTo(400);
      assertThat(shop.count(HttpEvent.KEY_MALFORMED)).isEqualTo(4);
    }
  }

  @ContainerTest
  void whatIsAnsweredBeforeTheHandlerBeganIsNotKept(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders").keptOnceBegun())
            .handler(
                (request, response) -> {
                  if (request.getContentType().startsWith("text/")) {
                    response.setStatus(415);
                    return;
                  }
                  Idempotency.begin(request);
                  Shop.order(request, response);
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> refused =
          shop.send(
              shop.to("/orders")
                  .header(Shop.KEY, key)
                  .header("Content-Type", "text/plain")
                  .POST(BodyPublishers.ofString("lamp")));

      assertThat(refused.statusCode()).isEqualTo(415);
      assertThat(shop.records(key)).isZero();
      assertThat(shop.order(key).statusCode()).isEqualTo(201);
      assertThat(shop.order(key).headers().firstValue(Shop.MARKER)).hasValue("true");
    }
  }

  @ContainerTest
  void theFirstConfiguredHeaderThatIsPresentIsTheKey(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .settings(filter -> filter.headerNames(List.of(Shop.KEY, "X-Idempotency-Key")));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      HttpResponse<String> first =
          shop.send(
              shop.to("/orders").header("x-idempotency-KEY", key).POST(BodyPublishers.noBody()));

      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(first.headers().firstValue("X-Idempotency-Key")).hasValue(key);
      HttpResponse<String> retry =
          shop.send(shop.to("/orders").header(Shop.KEY, key).POST(BodyPublishers.noBody()));
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      HttpResponse<String> both =
          shop.send(
              shop.to("/orders")
                  .header(Shop.KEY, key)
                  .header("X-Idempotency-Key", key + "b")
                  .POST(BodyPublishers.noBody()));
      assertThat(both.statusCode()).isEqualTo(400);
    }
  }

  @ContainerTest
  void aKeyInTheBodyProtectsTooAndIsNotEchoed(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(
                Route.post("/orders").optional().keys(KeyPolicy.lenient().orInBody("/commandId")))
            .handler(
                (request, response) -> {
                  if (Idempotency.intentOf(request) == null) {
                    response.setHeader("Ran", request.getReader().readLine());
                  } else {
                    Shop.order(request, response);
                  }
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      String json = "{\"commandId\":\"%s\",\"item\":\"lamp\"}".formatted(key);

      HttpResponse<String> first = shop.send(shop.json(json));
      HttpResponse<String> retry = shop.send(shop.json(json));
      HttpResponse<String> without = shop.send(shop.json("{\"item\":1}"));

      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(first.headers().firstValue(Shop.KEY)).isEmpty();
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(shop.orders(key)).isEqualTo(1);
      assertThat(without.headers().firstValue("Ran")).hasValue("{\"item\":1}");
    }
  }

  @ContainerTest
  void aHandlerWithoutProtectionIsToldWhyItHasNoEffect(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  try {
                    HttpEffect.of(request);
                  } catch (IllegalStateException e) {
                    response.setHeader("Why", e.getMessage());
                  }
                });
    try (Shop shop = plan.open(container)) {
      HttpResponse<String> response = shop.send(shop.to("/other").POST(BodyPublishers.noBody()));

      assertThat(response.headers().firstValue("Why")).get().asString().contains("not protected");
    }
  }

  @ContainerTest
  void aSecondFilterBehindTheFirstStandsBack(Container container) {
    PostgresStore store = PostgresStore.builder(database.dataSource()).migrate().build();
    IdempotencyFilter second =
        IdempotencyFilter.builder(Semel.on(store))
            .callers(request -> new Caller("acme", "olga"))
            .route(Route.post("/orders"))
            .build();
    try (Shop shop = Shop.on(database).behind(second).open(container)) {
      String key = Shop.newKey();

      assertThat(shop.order(key).statusCode()).isEqualTo(201);
      assertThat(shop.order(key).headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(shop.records(key)).isEqualTo(1);
    }
  }
}
