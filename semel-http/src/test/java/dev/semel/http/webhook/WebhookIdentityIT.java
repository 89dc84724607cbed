package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IntentId;
import dev.semel.Semel;
import dev.semel.http.webhook.WebhookSupport.Stored;
import dev.semel.json.SemelJson;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What makes two deliveries the same message. */
@ExtendWith(PostgresExtension.class)
class WebhookIdentityIT {
  private static final String OTHER_PAYLOAD =
      "{\"type\":\"invoice.paid\",\"data\":{\"invoice\":8}}";

  private final WebhookSupport hooks;
  private final String id = WebhookSupport.newId();

  WebhookIdentityIT(PostgresDatabase database) {
    this.hooks = new WebhookSupport(database);
  }

  private static String text(WebhookReply reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private WebhookReply deliver(WebhookReceiver receiver) {
    return receiver.receive(hooks.delivery(id).asRequest());
  }

  private WebhookReply deliver(WebhookReceiver receiver, String body) {
    return receiver.receive(hooks.delivery(id, body).asRequest());
  }

  @Test
  void anIdWithAnotherPayloadIsToldToListenersAndChangesNothing() {
    WebhookReceiver receiver = hooks.receiver().build();
    deliver(receiver);

    WebhookReply reply = deliver(receiver, OTHER_PAYLOAD);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.headers()).doesNotContainKey("Idempotent-Replayed");
    assertThat(hooks.told)
        .last()
        .isEqualTo(
            new WebhookDelivery(
                "billing",
                WebhookResult.IDENTITY_VIOLATION,
                null,
                IntentId.of("acme", "webhook:billing", id)));
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
    assertThat(
            hooks.database.queryLong(
                "SELECT count(*) FROM received WHERE message_id = ? AND body = ?",
                id,
                WebhookSupport.PAID))
        .isEqualTo(1);
  }

  @Test
  void aSenderCanBeToldOfIdsWithAnotherPayload() {
    WebhookReceiver receiver = hooks.receiver().identityViolationStatus(409).build();
    deliver(receiver);

    WebhookReply reply = deliver(receiver, OTHER_PAYLOAD);

    assertThat(reply.status()).isEqualTo(409);
    assertThat(text(reply)).contains("\"status\":409", "\"mismatch\"", "\"retryable\":false");
  }

  @Test
  void anotherPayloadIsNotAcceptedWhileTheFirstOneMayStillFail() {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    WebhookReceiver receiver =
        hooks
            .receiver()
            .handler(
                (effect, message) -> {
                  if (message.text().equals(WebhookSupport.PAID)) {
                    started.countDown();
                    WebhookSupport.await(mayEnd);
                    throw new IllegalStateException("the first one fails");
                  }
                  WebhookSupport.insert(effect, message);
                })
            .build();
    CompletableFuture<WebhookReply> first = WebhookSupport.start(() -> deliver(receiver));
    WebhookSupport.await(started);

    WebhookReply meanwhile = deliver(receiver, OTHER_PAYLOAD);
    mayEnd.countDown();

    assertThat(meanwhile.status()).isEqualTo(503);
    assertThat(meanwhile.result()).isEqualTo(WebhookResult.IN_PROGRESS);
    assertThat(meanwhile.headers()).containsEntry("Retry-After", "5");
    assertThat(WebhookSupport.result(first).status()).isEqualTo(500);
    assertThat(deliver(receiver, OTHER_PAYLOAD).result()).isEqualTo(WebhookResult.APPLIED);
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }

  @Test
  void anotherSpellingOfTheSameJsonIsADuplicate() {
    WebhookReceiver receiver = hooks.receiver().build();
    deliver(receiver);

    WebhookReply reply =
        deliver(receiver, "{\"data\": {\"invoice\": 7}, \"type\": \"invoice\\u002epaid\"}");

    assertThat(reply.result()).isEqualTo(WebhookResult.DUPLICATE);
  }

  @Test
  void whatASenderChangesBetweenAttemptsCanBeLeftOut() {
    WebhookReceiver receiver =
        hooks.receiver().comparing(SemelJson.standard().document().excluding("/attempt")).build();
    deliver(receiver, "{\"attempt\":1,\"invoice\":7}");

    assertThat(deliver(receiver, "{\"attempt\":2,\"invoice\":7}").result())
        .isEqualTo(WebhookResult.DUPLICATE);
    assertThat(deliver(receiver, "{\"attempt\":3,\"invoice\":8}").result())
        .isEqualTo(WebhookResult.IDENTITY_VIOLATION);
  }

  @Test
  void theSameIdFromTwoSourcesIsTwoMessages() {
    Semel semel = WebhookSupport.semel(hooks.database.dataSource());
    WebhookReceiver billing = hooks.receiver(semel).build();
    WebhookReceiver shop =
        WebhookReceiver.builder(semel, "shop")
            .sender(Sender.forTenant("acme", StandardWebhooks.keys(Delivery.OTHER_SECRET)))
            .clock(hooks.clock)
            .handler(WebhookSupport::insert)
            .build();
    Delivery fromShop =
        Delivery.of(WebhookSupport.PAID).signed(id, hooks.clock.instant(), Delivery.OTHER_SECRET);

    assertThat(deliver(billing).result()).isEqualTo(WebhookResult.APPLIED);
    assertThat(shop.receive(fromShop.asRequest()).result()).isEqualTo(WebhookResult.APPLIED);
    assertThat(hooks.stored(id)).isEqualTo(new Stored(2, 2, 2));
  }

  @Test
  void theSameIdOfTwoNamedSendersOfOneTenantIsTwoMessages() {
    Sender first = Sender.forTenant("acme", StandardWebhooks.keys(Delivery.SECRET)).named("first");
    Sender second =
        Sender.forTenant("acme", StandardWebhooks.keys(Delivery.OTHER_SECRET)).named("second");
    Semel semel = WebhookSupport.semel(hooks.database.dataSource());
    WebhookReceiver ofFirst = hooks.receiver(semel).sender(first).build();
    WebhookReceiver ofSecond = hooks.receiver(semel).sender(second).build();
    Delivery fromSecond =
        Delivery.of(WebhookSupport.PAID).signed(id, hooks.clock.instant(), Delivery.OTHER_SECRET);

    assertThat(deliver(ofFirst).result()).isEqualTo(WebhookResult.APPLIED);
    assertThat(ofSecond.receive(fromSecond.asRequest()).result()).isEqualTo(WebhookResult.APPLIED);
    assertThat(ofSecond.receive(fromSecond.asRequest()).result())
        .isEqualTo(WebhookResult.DUPLICATE);
    assertThat(hooks.stored(id)).isEqualTo(new Stored(2, 2, 2));
  }

  @Test
  void theSameIdOfTwoTenantsIsTwoMessages() {
    Sender shared =
        Sender.forTenants(
            message -> message.text().contains("\"acme\"") ? "acme" : "globex",
            StandardWebhooks.keys(Delivery.SECRET));
    WebhookReceiver receiver = hooks.receiver().sender(shared).build();

    assertThat(deliver(receiver, "{\"account\":\"acme\"}").result())
        .isEqualTo(WebhookResult.APPLIED);
    assertThat(deliver(receiver, "{\"account\":\"globex\"}").result())
        .isEqualTo(WebhookResult.APPLIED);
    assertThat(
            hooks.database.query(
                "SELECT tenant, operation FROM semel.intent WHERE key = ? ORDER BY tenant", id))
        .extracting(row -> row.get("tenant") + " " + row.get("operation"))
        .containsExactly("acme webhook:billing", "globex webhook:billing");
  }

  @Test
  void whatBelongsToNobodyIsNotApplied() {
    Sender shared = Sender.forTenants(message -> null, StandardWebhooks.keys(Delivery.SECRET));
    WebhookReceiver receiver = hooks.receiver().sender(shared).build();

    WebhookReply reply = deliver(receiver);

    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.result()).isEqualTo(WebhookResult.NO_TENANT);
    assertThat(hooks.stored(id)).isEqualTo(Stored.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "not json", "<xml/>", "{\"type\":", "a=1&b=2"})
  void aBodyNeedNotBeJson(String body) {
    WebhookReceiver receiver = hooks.receiver().build();

    assertThat(deliver(receiver, body).result()).isEqualTo(WebhookResult.APPLIED);
    assertThat(deliver(receiver, body).result()).isEqualTo(WebhookResult.DUPLICATE);
    assertThat(deliver(receiver, body + " ").result()).isEqualTo(WebhookResult.IDENTITY_VIOLATION);
  }

  @Test
  void anIdIsKnownForAMonth() {
    Semel semel =
        Semel.on(PostgresStore.builder(hooks.database.dataSource()).clock(hooks.clock).build());
    WebhookReceiver receiver = hooks.receiver(semel).build();

    deliver(receiver);
    hooks.clock.advance(WebhookReceiverBuilder.DEFAULT_RETENTION.minusSeconds(1));
    assertThat(deliver(receiver).result()).isEqualTo(WebhookResult.DUPLICATE);
    hooks.clock.advance(WebhookReceiverBuilder.DEFAULT_TOLERANCE);
    assertThat(deliver(receiver).result()).isEqualTo(WebhookResult.APPLIED);
  }
}
