package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Semel;
import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import dev.semel.http.webhook.WebhookSupport.Stored;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Fifty deliveries of one message at once, to two nodes on different servers. */
@ExtendWith(PostgresExtension.class)
class WebhookRaceIT {
  private static final int DELIVERIES = 50;
  private static final int POOL_SIZE = 5;

  private final WebhookSupport hooks;
  private final Checkpoints checkpoints = new Checkpoints();
  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private final String id = WebhookSupport.newId();
  private Node jetty;
  private Node tomcat;

  WebhookRaceIT(PostgresDatabase database) {
    this.hooks = new WebhookSupport(database);
  }

  /** A node has a pool, a Semel and a server of its own. */
  private record Node(HikariDataSource pool, TestServer server) implements AutoCloseable {
    @Override
    public void close() {
      server.close();
      pool.close();
    }
  }

  @BeforeEach
  void startNodes() {
    jetty = start(Container.JETTY);
    tomcat = start(Container.TOMCAT);
  }

  @AfterEach
  void stopNodes() {
    jetty.close();
    tomcat.close();
  }

  private Node start(Container container) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(hooks.database.jdbcUrl());
    pool.setMaximumPoolSize(POOL_SIZE);
    Semel semel = Semel.builder(PostgresStore.on(pool)).boundaries(checkpoints).build();
    WebhookServlet servlet = new WebhookServlet(hooks.receiver(semel).build());
    return new Node(pool, container.start(WebApp.create().servlet("/hooks", servlet)));
  }

  private CompletableFuture<HttpResponse<String>> deliver(int number) {
    TestServer server = (number % 2 == 0 ? jetty : tomcat).server();
    Delivery delivery =
        Delivery.of(WebhookSupport.PAID).signed(id, hooks.clock.instant().plusSeconds(number));
    return client.sendAsync(WebhookSupport.request(server, delivery), BodyHandlers.ofString());
  }

  private List<HttpResponse<String>> deliverAll(int from) {
    List<CompletableFuture<HttpResponse<String>>> running =
        IntStream.range(from, DELIVERIES).mapToObj(this::deliver).toList();
    return running.stream().map(WebhookSupport::result).toList();
  }

  private static boolean isApplied(HttpResponse<String> response) {
    return response.statusCode() == 200
        && response.headers().firstValue("Idempotent-Replayed").isEmpty();
  }

  @RepeatedTest(5)
  void whoeverWinsThereIsOneEffectAndEverySenderIsServedInTheEnd() {
    List<HttpResponse<String>> storm = deliverAll(0);
    long applied = storm.stream().filter(WebhookRaceIT::isApplied).count();
    long refused = storm.stream().filter(response -> response.statusCode() == 503).count();
    long duplicates =
        storm.stream()
            .filter(response -> response.headers().firstValue("Idempotent-Replayed").isPresent())
            .count();

    assertThat(applied).isEqualTo(1);
    assertThat(applied + refused + duplicates).isEqualTo(DELIVERIES);
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
    assertThat(deliverAll(0)).allMatch(response -> response.statusCode() == 200);
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }

  @Test
  void whileTheFirstIsAtWorkAllOthersAreAskedToComeBackAndThenAreDuplicates() {
    CompletableFuture<HttpResponse<String>> first;
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, id)) {
      first = deliver(0);
      held.awaitReached();
      assertThat(deliverAll(1))
          .hasSize(DELIVERIES - 1)
          .allSatisfy(
              response -> {
                assertThat(response.statusCode()).isEqualTo(503);
                assertThat(response.headers().firstValue("Retry-After")).contains("5");
              });
      assertThat(hooks.stored(id)).isEqualTo(Stored.NOTHING);
    }

    assertThat(isApplied(WebhookSupport.result(first))).isTrue();
    assertThat(deliverAll(1))
        .allSatisfy(
            response ->
                assertThat(response.headers().firstValue("Idempotent-Replayed")).contains("true"));
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }
}
