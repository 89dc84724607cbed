package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.HttpEvent;
import dev.semel.http.RequestRules;
import dev.semel.http.Route;
import dev.semel.http.ScopedBy;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PostgresExtension.class)
class FirstRunAndReplayIT {
  private final PostgresDatabase database;

  FirstRunAndReplayIT(PostgresDatabase database) {
    this.database = database;
  }

  @ParameterizedTest
  @CsvSource({"JETTY,HTTP_1_1", "JETTY,HTTP_2", "TOMCAT,HTTP_1_1", "TOMCAT,HTTP_2"})
  void aRetryGetsTheSameResponseAndRunsNothing(Container container, Version version) {
    try (Shop shop = Shop.on(database).open(container, version)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.version()).isEqualTo(version);
      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(first.headers().firstValue(Shop.MARKER)).isEmpty();
      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.body()).isEqualTo(first.body()).startsWith("{\"id\":");
      assertThat(retry.headers().allValues("Location"))
          .hasSize(1)
          .isEqualTo(first.headers().allValues("Location"));
      assertThat(retry.headers().allValues(Shop.MARKER)).containsExactly("true");
      assertThat(first.headers().allValues(Shop.KEY)).containsExactly(key);
      assertThat(retry.headers().allValues(Shop.KEY)).containsExactly(key);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void responseIsWrittenAfterTheCommit(Container container) {
    ResponseSteps steps = new ResponseSteps();
    Shop.Plan plan = Shop.on(database).inFront(steps).semel(semel -> semel.boundaries(steps));
    try (Shop shop = plan.open(container)) {
      assertThat(shop.order(Shop.newKey()).statusCode()).isEqualTo(201);

      assertThat(steps.inOrder()).containsExactly(ResponseSteps.SETTLED, ResponseSteps.WRITTEN);
    }
  }

  @ContainerTest
  void anotherRequestUnderTheSameKeyIsRefused(Container container) {
    try (Shop shop = Shop.on(database).open(container)) {
      String key = Shop.newKey();
      HttpResponse<String> first = shop.order(key, "{\"item\":\"lamp\"}");

      HttpResponse<String> other = shop.order(key, "{\"item\":\"table\"}");

      assertThat(other.statusCode()).isEqualTo(422);
      assertThat(other.headers().firstValue("Content-Type")).hasValue("application/problem+json");
      assertThat(other.body()).contains("\"code\":\"mismatch\"");
      assertThat(shop.orders(key)).isEqualTo(1);
      assertThat(shop.order(key, "{\"item\":\"lamp\"}").body()).isEqualTo(first.body());
    }
  }

  @ContainerTest
  void fiftyRequestsHaveOneEffect(Container container) {
    try (Shop shop = Shop.on(database).open(container)) {
      String key = Shop.newKey();

      List<HttpResponse<String>> all =
          IntStream.range(0, 50).mapToObj(i -> shop.order(key)).toList();

      assertThat(all).extracting(HttpResponse::body).containsOnly(all.get(0).body());
      assertThat(all.stream().filter(r -> r.headers().firstValue(Shop.MARKER).isPresent()))
          .hasSize(49);
      assertThat(shop.orders(key)).isEqualTo(1);
      assertThat(shop.count(HttpEvent.EXECUTED)).isEqualTo(1);
      assertThat(shop.count(HttpEvent.REPLAYED)).isEqualTo(49);
    }
  }

  @ContainerTest
  void quotedAndBareFormsAreTheSameKeyAndEachIsEchoedAsItCame(Container container) {
    try (Shop shop = Shop.on(database).open(container)) {
      String key = Shop.newKey();

      shop.order(key);
      HttpResponse<String> quoted = shop.order("\"" + key + "\"");

      assertThat(quoted.headers().allValues(Shop.MARKER)).containsExactly("true");
      assertThat(quoted.headers().allValues(Shop.KEY)).containsExactly("\"" + key + "\"");
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void theSameKeyForAnotherRouteMethodOrCallerIsAnotherIntent(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders"))
            .route(Route.patch("/orders"))
            .route(Route.post("/returns"));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      BodyPublisher lamp = BodyPublishers.ofString("{}");

      List<HttpResponse<String>> all =
          List.of(
              shop.send(shop.to("/orders").header(Shop.KEY, key).POST(lamp)),
              shop.send(shop.to("/orders").header(Shop.KEY, key).method("PATCH", lamp)),
              shop.send(shop.to("/returns").header(Shop.KEY, key).POST(lamp)),
              shop.send(shop.to("/orders").header(Shop.KEY, key).header("User", "b").POST(lamp)),
              shop.send(shop.to("/orders").header(Shop.KEY, key).header("Tenant", "b").POST(lamp)));

      assertThat(all).extracting(HttpResponse::statusCode).containsOnly(201);
      assertThat(all).allMatch(r -> r.headers().firstValue(Shop.MARKER).isEmpty());
      assertThat(all).extracting(HttpResponse::body).doesNotHaveDuplicates();
      assertThat(shop.orders(key)).isEqualTo(5);
    }
  }

  @ContainerTest
  void anotherResourceOfTheSameRouteIsAMismatchUnlessTheScopeIsThePath(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders/{id}/pay"))
            .route(Route.post("/orders/{id}/ship").scopedBy(ScopedBy.PATH));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      assertThat(shop.send(keyed(shop, "/orders/1/pay", key)).statusCode()).isEqualTo(201);
      assertThat(shop.send(keyed(shop, "/orders/2/pay", key)).statusCode()).isEqualTo(422);
      assertThat(shop.send(keyed(shop, "/orders/1/ship", key)).statusCode()).isEqualTo(201);
      HttpResponse<String> other = shop.send(keyed(shop, "/orders/2/ship", key));
      assertThat(other.statusCode()).isEqualTo(201);
      assertThat(other.headers().firstValue(Shop.MARKER)).isEmpty();
      String longPath = "/orders/" + "9".repeat(500) + "/ship";
      assertThat(shop.send(keyed(shop, longPath, key)).statusCode()).isEqualTo(201);
      assertThat(shop.send(keyed(shop, longPath, key)).headers().firstValue(Shop.MARKER))
          .hasValue("true");
      assertThat(shop.orders(key)).isEqualTo(4);
    }
  }

  @ContainerTest
  void keyIsUniqueOverAllRoutesThatAreScopedByTheCaller(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders/{id}/pay").scopedBy(ScopedBy.CALLER))
            .route(
                Route.post("/orders/{id}/ship")
                    .scopedBy(ScopedBy.CALLER)
                    .fingerprint(RequestRules.standard().keyAlone()))
            .route(Route.post("/orders/{id}/return"));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> paid = shop.send(keyed(shop, "/orders/1/pay", key));
      HttpResponse<String> retry = shop.send(keyed(shop, "/orders/1/pay", key));
      HttpResponse<String> shipped = shop.send(keyed(shop, "/orders/1/ship", key));
      HttpResponse<String> returned = shop.send(keyed(shop, "/orders/1/return", key));

      assertThat(retry.body()).isEqualTo(paid.body());
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(shipped.statusCode()).isEqualTo(422);
      assertThat(returned.statusCode()).isEqualTo(201);
      assertThat(shop.orders(key)).isEqualTo(2);
    }
  }

  @ContainerTest
  void routesOfTheCallerDoNotAnswerForEachOtherWhateverTheirRules(Container container) {
    Route alone = Route.post("/orders/1/pay").fingerprint(RequestRules.standard().keyAlone());
    Route other = Route.post("/orders/1/ship").fingerprint(RequestRules.standard().keyAlone());
    Shop.Plan plan =
        Shop.on(database)
            .route(alone.scopedBy(ScopedBy.CALLER))
            .route(other.scopedBy(ScopedBy.CALLER));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      assertThat(shop.send(keyed(shop, "/orders/1/pay", key)).statusCode()).isEqualTo(201);
      assertThat(shop.send(keyed(shop, "/orders/1/ship", key)).statusCode()).isEqualTo(422);
    }
  }

  private static HttpRequest.Builder keyed(Shop shop, String path, String key) {
    return shop.to(path).header(Shop.KEY, key).POST(BodyPublishers.noBody());
  }
}
