package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.semel.Duplicates;
import dev.semel.Semel;
import dev.semel.http.Route;
import dev.semel.http.server.TestServer.Container;
import dev.semel.spi.Boundary;
import dev.semel.spi.StateChange;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.net.ReverseProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client that sends a request once, to two instances behind a real proxy. The connection of the
 * proxy to the instance breaks while the handler runs, and the proxy sends the request again.
 */
@ExtendWith(PostgresExtension.class)
class ProxyRetryIT {
  private final PostgresDatabase database;
  private final Checkpoints checkpoints = new Checkpoints();
  private final AtomicInteger duplicates = new AtomicInteger();

  ProxyRetryIT(PostgresDatabase database) {
    this.database = database;
  }

  private Shop.Plan plan() {
    return Shop.on(database).semel(this::watched);
  }

  private Semel.Builder watched(Semel.Builder semel) {
    return semel
        .boundaries(checkpoints)
        .listener(
            change -> {
              if (change instanceof StateChange.InProgress) {
                duplicates.incrementAndGet();
              }
            });
  }

  private static CompletableFuture<HttpResponse<String>> sendOnce(int port, String key) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders"))
            .header(Shop.KEY, key)
            .POST(BodyPublishers.ofString("{\"item\":\"lamp\"}"))
            .build();
    return HttpClient.newHttpClient()
        .sendAsync(request, BodyHandlers.ofString())
        .orTimeout(1, TimeUnit.MINUTES);
  }

  /** Breaks the proxy's connection to the instance at work, and waits for the proxy's retry. */
  private HttpResponse<String> sentOnceThrough(ReverseProxy.Kind kind, Route route, String key) {
    assumeTrue(kind.isInstalled(), kind::howToInstall);
    Shop.Plan plan = plan().route(route);
    try (Shop one = plan.open(Container.TOMCAT);
        Shop two = plan.open(Container.TOMCAT);
        FaultProxy toOne = FaultProxy.to("localhost", one.server().port());
        FaultProxy toTwo = FaultProxy.to("localhost", two.server().port());
        ReverseProxy proxy = ReverseProxy.start(kind, List.of(toOne.port(), toTwo.port()))) {
      CompletableFuture<HttpResponse<String>> response;
      try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, key)) {
        response = sendOnce(proxy.port(), key);
        held.awaitReached();
        (toOne.openConnectionCount() > 0 ? toOne : toTwo).cutAll();
        Waiting.until("the proxy has sent it again", () -> duplicates.get() > 0);
      }
      HttpResponse<String> received = response.join();
      Waiting.until("the first attempt has committed", () -> one.orders(key) > 0);
      HttpResponse<String> replay = sendOnce(proxy.port(), key).join();
      assertThat(replay.headers().firstValue(Shop.MARKER)).hasValue("true");
      assertThat(one.orders(key)).isEqualTo(1);
      return received;
    }
  }

  @ParameterizedTest
  @EnumSource
  void retryOfProxyGetsAnswerOfFirstAttempt(ReverseProxy.Kind kind) {
    HttpResponse<String> response = sentOnceThrough(kind, Route.post("/orders"), Shop.newKey());

    assertThat(response.statusCode()).isEqualTo(201);
    assertThat(response.headers().firstValue(Shop.MARKER)).hasValue("true");
  }

  /** What the default avoids. */
  @ParameterizedTest
  @EnumSource
  void withoutWaitClientGetsConflictForItsOnlyRequest(ReverseProxy.Kind kind) {
    Route refusing = Route.post("/orders").duplicates(Duplicates.refuse());
    HttpResponse<String> response = sentOnceThrough(kind, refusing, Shop.newKey());

    assertThat(response.statusCode()).isEqualTo(409);
    assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
  }
}
