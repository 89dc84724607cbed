package dev.semel.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.TransactionMisuseException;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.relay.RelayStatus;
import dev.semel.spring.event.TransactionEvents;
import dev.semel.spring.listener.JoiningInbox;
import dev.semel.spring.relay.RelayApplication.Memory;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Relays that hardly ever look by themselves: what is published was woken for. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RelayIT {
  private static final Operation<String, dev.semel.Done> OPEN =
      Operation.named("open").taking(Fingerprinter.text()).answeringNothing();

  private final PostgresDatabase database;
  private final HttpClient client = HttpClient.newHttpClient();
  private @Nullable ConfigurableApplicationContext application;

  RelayIT(PostgresDatabase database) {
    this.database = database;
  }

  @BeforeAll
  void start() {
    application =
        RelayApplication.run(
            database,
            "semel.relay.polling.first=1h",
            "semel.relay.polling.last=1h",
            "semel.relay.node=node-1",
            "semel.health.max-dead-letters=0",
            "management.endpoints.web.exposure.include=health,semelrelays",
            "management.endpoint.semelrelays.access=unrestricted",
            "management.endpoint.health.show-details=always");
  }

  @AfterAll
  void stop() {
    application().close();
  }

  private ConfigurableApplicationContext application() {
    return Objects.requireNonNull(application);
  }

  private <T> T bean(Class<T> type) {
    return application().getBean(type);
  }

  private Memory sink(String name) {
    return application().getBean(name, Memory.class);
  }

  private static String newId() {
    return "case-" + UUID.randomUUID();
  }

  private static Event opened(String id) {
    return Event.of("case", id, "CaseOpened", null);
  }

  private void arrives(String id) {
    Eventually.holds("it is published to the north", () -> sink("north").ids.contains(id));
    Eventually.holds("it is published to the south", () -> sink("south").ids.contains(id));
  }

  private TransactionTemplate transaction() {
    return new TransactionTemplate(bean(PlatformTransactionManager.class));
  }

  private URI uri(String path) {
    int port =
        Objects.requireNonNull(((ServletWebServerApplicationContext) application()).getWebServer())
            .getPort();
    return URI.create("http://localhost:%d/actuator%s".formatted(port, path));
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri(path)).build();
    return JsonMapper.builder()
        .build()
        .readTree(client.send(request, BodyHandlers.ofString()).body());
  }

  private HttpResponse<String> post(String path, String json)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  @Test
  void eventsOfACommandGoToEverySinkAtOnce() {
    String id = newId();
    bean(Semel.class)
        .perform(OPEN.intent("acme", id, "noise"), effect -> effect.publish(opened(id)));
    arrives(id);
  }

  @Test
  void eventsOfATransactionGoToEverySinkAtOnce() {
    String id = newId();
    transaction()
        .executeWithoutResult(
            status -> assertThat(bean(TransactionEvents.class).publish(opened(id))).isEqualTo(1));
    arrives(id);
  }

  @Test
  void eventsOfAListenerGoToEverySinkAtOnce() {
    String id = newId();
    bean(JoiningInbox.class)
        .consume(
            ConsumerSettings.named("desk", "acme"),
            Message.of("desk", id, null),
            (message, effect) -> effect.publish(opened(id)));
    arrives(id);
  }

  @Test
  void eventsOfATransactionThatRollsBackAreNotPublished() {
    String id = newId();
    transaction()
        .executeWithoutResult(
            status -> {
              var unused = bean(TransactionEvents.class).publish("acme", opened(id));
              status.setRollbackOnly();
            });
    assertThat(database.queryLong("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", id))
        .isZero();
  }

  @Test
  void withoutATransactionNothingIsPublished() {
    assertThatThrownBy(() -> bean(TransactionEvents.class).publish(opened(newId())))
        .isInstanceOf(TransactionMisuseException.class)
        .hasMessageContaining("inside of @Transactional");
  }

  @Test
  void operatorsSeeDeadLettersAndRedriveThem() throws Exception {
    String id = "bad-" + UUID.randomUUID();
    transaction()
        .executeWithoutResult(
            status -> {
              var unused = bean(TransactionEvents.class).publish(opened(id));
            });
    Eventually.holds(
        "it is a dead letter",
        () -> {
          RelayStatus status =
              Objects.requireNonNull(bean(SemelRelays.class).named("north")).status();
          return status.deadLetters() == 1;
        });
    JsonNode health = get("/health").path("components").path("semelRelay");
    assertThat(health.path("status").asString()).isEqualTo("DOWN");
    assertThat(health.path("details").path("north").path("deadLetters").asInt()).isEqualTo(1);

    JsonNode letter = get("/semelrelays/north").path(0);
    assertThat(letter.path("aggregateId").asString()).isEqualTo(id);
    assertThat(letter.path("reason").asString()).isEqualTo("it is bad");
    assertThat(get("/semelrelays").path("relays").valueStream())
        .anyMatch(relay -> relay.path("relay").asString().equals("north"));

    sink("north").mend();
    HttpResponse<String> redriven =
        post(
            "/semelrelays/north",
            "{\"by\": \"ada\", \"reason\": \"mended\", \"event\": \"%s\"}"
                .formatted(letter.path("event").asString()));
    assertThat(redriven.body()).isEqualTo("{\"events\":1}");
    bean(SemelRelays.class).wakeUp();
    Eventually.holds("it is published", () -> sink("north").ids.contains(id));
  }

  @Test
  void operatorFreesTheShardsOfANodeByTheEndpoint() throws Exception {
    HttpResponse<String> freed =
        post("/semelrelays/north/node-7", "{\"by\": \"ada\", \"reason\": \"it is dead\"}");
    assertThat(freed.body()).isEqualTo("{\"shards\":0}");
  }

  /** The lock keeps the relays from adapting the positions. */
  @Test
  void healthIsDownUntilPositionsOfAnotherClusterAreAdapted() throws Exception {
    try (Connection connection = database.connect();
        Statement lock = connection.createStatement()) {
      connection.setAutoCommit(false);
      lock.execute("LOCK TABLE semel.relay_held IN ROW EXCLUSIVE MODE");
      database.execute("UPDATE semel.relay_shard SET system_identifier = 1");
      JsonNode health = get("/health").path("components").path("semelRelay");
      assertThat(health.path("status").asString()).isEqualTo("DOWN");
      assertThat(health.path("details").path("problem").asString()).contains("another cluster");
      connection.rollback();
    }
    Eventually.holds(
        "positions are adapted",
        () ->
            database.queryLong("SELECT count(*) FROM semel.relay_shard WHERE system_identifier = 1")
                == 0);
  }

  @Test
  void whatIsNotThereIsNotFound() throws Exception {
    assertThat(post("/semelrelays/west", "{\"by\": \"ada\", \"reason\": \"why\"}").statusCode())
        .isIn(204, 404);
    assertThat(post("/semelrelays/north", "{\"by\": \"\", \"reason\": \"why\"}").statusCode())
        .isEqualTo(400);
  }
}
