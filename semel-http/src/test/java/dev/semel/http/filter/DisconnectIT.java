package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class DisconnectIT {
  private static final int LARGE = 2_000_000;

  private final PostgresDatabase database;

  DisconnectIT(PostgresDatabase database) {
    this.database = database;
  }

  @ContainerTest
  void aClientThatLeavesBeforeTheResponseGetsItByARetry(Container container) throws Exception {
    Checkpoints checkpoints = new Checkpoints();
    Shop.Plan plan =
        Shop.on(database)
            .semel(semel -> semel.boundaries(checkpoints))
            .route(Route.post("/orders").maxResponseBytes(LARGE))
            .handler(
                (request, response) -> {
                  long id = Shop.insert(request);
                  response.getOutputStream().print(id + " " + "x".repeat(LARGE - 100));
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key);
          RawHttp raw = new RawHttp(shop.server().port())) {
        raw.send(RawHttp.head(key, "Content-Length: 2\r\n") + "{}");
        held.awaitReached();
        raw.vanish();
      }
      Waiting.until("it is stored", () -> shop.records(key) == 1);

      HttpResponse<String> retry = Waiting.whileInProgress(() -> retry(shop, key));

      assertThat(retry.statusCode()).isEqualTo(200);
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(retry.body()).hasSizeGreaterThan(LARGE - 200);
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  private static HttpResponse<String> retry(Shop shop, String key) {
    return shop.send(shop.to("/orders").header(Shop.KEY, key).POST(BodyPublishers.ofString("{}")));
  }

  @ContainerTest
  void aClientThatLeavesInTheMiddleOfItsRequestClaimsNothing(Container container) throws Exception {
    try (Shop shop = Shop.on(database).open(container)) {
      String key = Shop.newKey();
      try (RawHttp raw = new RawHttp(shop.server().port())) {
        raw.send(RawHttp.head(key, "Content-Length: 100\r\n") + "{\"item\":");
        raw.vanish();
      }

      HttpResponse<String> whole = shop.order(key);

      assertThat(whole.statusCode()).isEqualTo(201);
      assertThat(whole.headers().firstValue(Shop.MARKER)).isEmpty();
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }
}
