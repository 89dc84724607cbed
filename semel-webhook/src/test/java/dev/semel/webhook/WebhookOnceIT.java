package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.semel.http.webhook.Sender;
import dev.semel.http.webhook.StandardWebhooks;
import dev.semel.http.webhook.WebhookReceiver;
import dev.semel.http.webhook.WebhookReply;
import dev.semel.http.webhook.WebhookRequest;
import dev.semel.http.webhook.WebhookResult;
import dev.semel.relay.spi.RelayStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.testing.relay.UnreliableStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** From an outbox over the network into the effect of a receiver, once. */
@ExtendWith(PostgresExtension.class)
class WebhookOnceIT {
  private final PostgresDatabase database;
  private final WebhookFixture fixture;
  private final List<String> ids = new CopyOnWriteArrayList<>();
  private final List<WebhookResult> results = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final WebhookReceiver receiver;

  WebhookOnceIT(PostgresDatabase database) throws IOException {
    this.database = database;
    this.fixture = new WebhookFixture(database);
    this.server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    this.receiver =
        WebhookReceiver.builder(fixture.semel(), "cases")
            .sender(Sender.forTenant("partner", StandardWebhooks.keys(WebhookFixture.SECRET)))
            .clock(fixture.clock)
            .handler(
                (effect, message) -> {
                  try (PreparedStatement insert =
                      effect.connection().prepareStatement("INSERT INTO applied VALUES (?)")) {
                    insert.setString(1, message.id());
                    insert.executeUpdate();
                  }
                })
            .build();
    server.createContext("/", this::receive);
  }

  @BeforeEach
  void start() {
    database.execute("DROP TABLE IF EXISTS applied; CREATE TABLE applied (id text NOT NULL)");
    server.start();
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
    server.stop(0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      ids.add(exchange.getRequestHeaders().getFirst("webhook-id"));
      WebhookReply reply =
          receiver.receive(
              WebhookRequest.of(
                  exchange.getRequestURI().getPath(), exchange.getRequestHeaders(), body));
      results.add(reply.result());
      int length = reply.body().length;
      exchange.sendResponseHeaders(reply.status(), length == 0 ? -1 : length);
      exchange.getResponseBody().write(reply.body());
    }
  }

  private WebhookEndpoint endpoint() {
    return fixture.to(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hooks"));
  }

  private long applied() {
    return database.queryLong("SELECT count(*) FROM applied");
  }

  /** The sender is cut off from its database after the endpoint has taken the event. */
  @Test
  void aCrashAfterDeliverySendsTheSameIdAgainAndItIsAppliedOnce() {
    RelayStore good = fixture.relays();
    UnreliableStore failing = new UnreliableStore(good);
    Webhooks first = fixture.started(fixture.builder(failing.store()).node("one-" + fixture.name));
    first.put(endpoint());
    Eventually.holds(
        "it has its shards",
        () ->
            first.status(fixture.name).relay().shards().stream()
                .allMatch(shard -> shard.owner() != null));
    failing.cut("write");
    fixture.publish("a", 1, 1);
    Eventually.holds("it is applied", () -> applied() == 1);
    failing.cut();
    first.stop(Duration.ZERO);
    fixture.clock.advance(WebhookFixture.LEASE.plusSeconds(1));
    Webhooks second = fixture.started(fixture.builder(good).node("two-" + fixture.name));
    second.put(endpoint());
    Eventually.holds("it is sent again", () -> ids.size() == 2);
    Eventually.holds(
        "it is passed", () -> second.status(fixture.name).relay().waitingEvents() == 0);

    assertThat(ids.get(1)).isEqualTo(ids.get(0));
    assertThat(results).containsExactly(WebhookResult.APPLIED, WebhookResult.DUPLICATE);
    assertThat(applied()).isEqualTo(1);
  }

  @Test
  void everyEventIsAppliedOnceHoweverOftenItIsSent() {
    Webhooks webhooks = fixture.started();
    webhooks.put(endpoint());
    for (int i = 0; i < 10; i++) {
      fixture.publish("aggregate " + i, 1, 3);
    }
    Eventually.holds("all are applied", () -> applied() == 30);
    List.copyOf(ids).forEach(id -> webhooks.redeliver(fixture.name, id));

    assertThat(ids).hasSize(60);
    assertThat(applied()).isEqualTo(30);
    assertThat(results).containsOnly(WebhookResult.APPLIED, WebhookResult.DUPLICATE);
  }
}
