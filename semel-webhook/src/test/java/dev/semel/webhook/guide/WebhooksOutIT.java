package dev.semel.webhook.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.postgres.PostgresSchema;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.postgres.webhook.PostgresEndpoints;
import dev.semel.relay.DeadLetters.Decision;
import dev.semel.relay.ReplayReport;
import dev.semel.relay.spi.EndpointState;
import dev.semel.signing.StandardSigner;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.webhook.Backlog;
import dev.semel.webhook.EgressPolicy;
import dev.semel.webhook.EndpointStatus;
import dev.semel.webhook.EventFilter;
import dev.semel.webhook.PayloadForm;
import dev.semel.webhook.RetrySchedule;
import dev.semel.webhook.WebhookChange;
import dev.semel.webhook.WebhookClient;
import dev.semel.webhook.WebhookEndpoint;
import dev.semel.webhook.WebhookSettings;
import dev.semel.webhook.Webhooks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class WebhooksOutIT {
  private final PostgresDatabase database;
  private final DataSource dataSource;
  private final String secret = StandardSigner.newSecret();
  private final String oldSecret = StandardSigner.newSecret();
  private final List<String> ids = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile int answer = 200;

  WebhooksOutIT(PostgresDatabase database) throws IOException {
    this.database = database;
    this.dataSource = database.dataSource();
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
  }

  @BeforeEach
  void start() {
    PostgresSchema.named(dataSource, PostgresSchema.DEFAULT_NAME).migrate();
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            ids.add(exchange.getRequestHeaders().getFirst("webhook-id"));
            exchange.sendResponseHeaders(answer, -1);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hooks");
  }

  private static WebhookClient ownNetwork() {
    // snippet: webhook-out-policy
    WebhookClient client =
        WebhookClient.builder()
            .policy(EgressPolicy.standard().allowingPlainHttp().allowing("127.0.0.0/8"))
            .requestTimeout(Duration.ofSeconds(15))
            .build();
    // end snippet
    return client;
  }

  private Webhooks local(WebhookClient client) {
    return Webhooks.builder(PostgresRelays.on(dataSource), PostgresEndpoints.on(dataSource))
        .client(client)
        .build();
  }

  private void publish(Semel semel) {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      semel.within(connection).publish("acme", Event.of("case", "7", "case.opened", "{}"));
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void eventsAreSentToAnEndpoint() {
    PostgresStore store = PostgresStore.on(dataSource);
    URI url = URI.create("https://billing.example.org/hooks");
    // snippet: webhook-out
    Webhooks webhooks =
        Webhooks.builder(PostgresRelays.on(dataSource), PostgresEndpoints.on(dataSource)).build();
    Semel semel = Semel.builder(store).listener(webhooks.wakeUps()).build();
    webhooks.start();
    webhooks.put(
        WebhookEndpoint.of("billing", url, StandardSigner.keys(secret))
            .filter(EventFilter.ofTenant("acme").types("case.opened", "case.closed")));
    // end snippet
    assertThat(semel).isNotNull();
    assertThat(webhooks.endpoints()).hasSize(1);
    // snippet: webhook-out-stop
    boolean ended = webhooks.stop(Duration.ofSeconds(20));
    // end snippet
    assertThat(ended).isTrue();
  }

  @Test
  void anEndpointIsChangedWhileItRuns() {
    try (WebhookClient client = ownNetwork();
        Webhooks webhooks = local(client)) {
      webhooks.start();
      WebhookEndpoint endpoint =
          WebhookEndpoint.of("changing", url(), StandardSigner.keys(oldSecret));
      webhooks.put(endpoint);
      // snippet: webhook-out-rotation
      webhooks.put(endpoint.signer(StandardSigner.keys(secret, oldSecret)));
      // end snippet
      // snippet: webhook-out-form
      webhooks.put(endpoint.form(PayloadForm.CLOUD_EVENTS).source("https://cases.example.org"));
      // end snippet
      assertThat(webhooks.endpoints()).hasSize(1);
    }
  }

  @Test
  void settingsAreAChoice() {
    // snippet: webhook-out-settings
    WebhookSettings settings =
        WebhookSettings.standard()
            .schedule(
                RetrySchedule.of(Duration.ZERO, Duration.ofSeconds(30), Duration.ofMinutes(10)))
            .maxConcurrent(2)
            .maxRetryAfter(Duration.ofMinutes(10));
    // end snippet
    assertThat(settings.schedule().waits()).hasSize(3);
  }

  @Test
  void operatorsSwitchAndSendAgain() {
    List<WebhookChange> changes = new CopyOnWriteArrayList<>();
    try (WebhookClient client = ownNetwork();
        Webhooks webhooks =
            Webhooks.builder(PostgresRelays.on(dataSource), PostgresEndpoints.on(dataSource))
                .client(client)
                .listener(changes::add)
                .build()) {
      webhooks.start();
      webhooks.put(WebhookEndpoint.of("billing", url(), StandardSigner.keys(secret)));
      Semel semel = Semel.on(PostgresStore.on(dataSource));
      publish(semel);
      Eventually.holds("it is sent", () -> ids.size() == 1);
      redeliver(webhooks, ids.get(0));
      answer = 410;
      publish(semel);
      Eventually.holds("it is off", () -> !webhooks.status("billing").state().enabled());
      answer = 200;
      // snippet: webhook-out-switch
      Decision moved = new Decision("ada", "their new server is up");
      webhooks.enable("billing", Backlog.DELIVER, moved); // or Backlog.SKIP
      webhooks.disable("billing", new Decision("ada", "they asked us to stop for a week"));
      List<EndpointState> history = webhooks.history("billing", 100);
      // end snippet
      assertThat(history).hasSize(3);
      look(webhooks);
      // snippet: webhook-out-forget
      webhooks.remove("billing"); // on every node
      webhooks.forget("billing"); // on one
      // end snippet
      assertThat(webhooks.status("billing").relay().shards()).isEmpty();
    }
  }

  private void redeliver(Webhooks webhooks, String webhookId) {
    // snippet: webhook-out-redeliver
    ReplayReport report = webhooks.redeliver("billing", webhookId); // or the event's UUID
    boolean taken = report.published() == 1;
    String why = report.stoppedBy();
    // end snippet
    assertThat(taken).isTrue();
    assertThat(why).isNull();
    assertThat(ids).containsExactly(webhookId, webhookId);
  }

  private static void look(Webhooks webhooks) {
    // snippet: webhook-out-status
    EndpointStatus status = webhooks.status("billing");
    boolean enabled = status.state().enabled();
    String reason = status.state().reason();
    long waiting = status.relay().waitingEvents();
    long dead = status.relay().deadLetters();
    // end snippet
    assertThat(enabled).isFalse();
    assertThat(reason).isEqualTo("they asked us to stop for a week");
    assertThat(waiting + dead).isNotNegative();
  }

  @Test
  void aRoleNeedsTheseRights() throws IOException {
    String role = "sender_" + UUID.randomUUID().toString().replace("-", "");
    String rights =
        Files.readString(
            Path.of("src", "test", "resources", "dev", "semel", "webhook", "guide", "rights.sql"));
    database.execute("CREATE ROLE %1$s LOGIN; GRANT USAGE ON SCHEMA semel TO %1$s".formatted(role));
    try {
      database.execute(rights.replace("casework_relay", role));
      PostgresEndpoints endpoints = PostgresEndpoints.on(database.dataSource(Map.of("user", role)));
      EndpointState before = endpoints.find(role);
      assertThat(endpoints.change(before, false, new Decision("ada", "why"))).isTrue();
      assertThat(endpoints.all()).isNotEmpty();
    } finally {
      database.execute("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(role));
    }
  }
}
