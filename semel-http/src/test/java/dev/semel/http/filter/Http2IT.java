package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Takeover;
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
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.ExtendWith;

/** The core of it once more, over HTTP/2. */
@ExtendWith(PostgresExtension.class)
class Http2IT {
  private final PostgresDatabase database;

  Http2IT(PostgresDatabase database) {
    this.database = database;
  }

  @ContainerTest
  void refusalsAndReplaysAreTheSame(Container container) throws Exception {
    Checkpoints checkpoints = new Checkpoints();
    Shop.Plan plan = Shop.on(database).semel(semel -> semel.boundaries(checkpoints));
    try (Shop shop = plan.open(container, Version.HTTP_2)) {
      String key = Shop.newKey();
      CompletableFuture<HttpResponse<String>> first;
      HttpResponse<String> duplicate;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        first = CompletableFuture.supplyAsync(() -> shop.order(key));
        held.awaitReached();
        duplicate = shop.order(key);
      }
      assertThat(first.get().version()).isEqualTo(Version.HTTP_2);
      assertThat(first.get().statusCode()).isEqualTo(201);
      assertThat(duplicate.statusCode()).isEqualTo(409);
      assertThat(duplicate.headers().firstValue("retry-after")).hasValue("1");
      assertThat(shop.order(key).headers().allValues(Shop.MARKER)).containsExactly("true");
      assertThat(shop.order(key, "[]").statusCode()).isEqualTo(422);
      assertThat(shop.send(shop.to("/orders").POST(BodyPublishers.noBody())).statusCode())
          .isEqualTo(400);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  @ContainerTest
  void largeBodiesOfBothDirectionsPassWhole(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders").maxResponseBytes(3_000_000))
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  request.getInputStream().transferTo(response.getOutputStream());
                });
    try (Shop shop = plan.open(container, Version.HTTP_2)) {
      String key = Shop.newKey();
      String large = "x".repeat(2_000_000);

      assertThat(shop.order(key, large).body()).isEqualTo(large);
      HttpResponse<String> retry = shop.order(key, large);

      assertThat(retry.body()).isEqualTo(large);
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
    }
  }

  @ContainerTest
  void anAsynchronousResponseIsCaptured(Container container) {
    LeasedMode mode = new LeasedMode(Duration.ofMinutes(1), Takeover.block(), OnFailure.UNKNOWN);
    Shop.Plan plan =
        Shop.on(database)
            .route(Route.post("/orders").leased(mode))
            .handler(
                (request, response) -> {
                  AsyncContext async = request.startAsync();
                  async.start(
                      () -> {
                        ((HttpServletResponse) async.getResponse()).setHeader("Late", "yes");
                        async.complete();
                      });
                });
    try (Shop shop = plan.open(container, Version.HTTP_2)) {
      String key = Shop.newKey();

      assertThat(shop.order(key).headers().firstValue("Late")).hasValue("yes");
      HttpResponse<String> retry = shop.order(key);

      assertThat(retry.headers().firstValue("Late")).hasValue("yes");
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
    }
  }
}
