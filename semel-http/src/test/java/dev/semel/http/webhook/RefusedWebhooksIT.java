package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.server.TestServer;
import dev.semel.http.server.TestServer.Container;
import dev.semel.http.server.WebApp;
import dev.semel.http.webhook.WebhookSupport.Stored;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whoever has no key leaves no trace and learns nothing. */
@ExtendWith(PostgresExtension.class)
class RefusedWebhooksIT {
  private final WebhookSupport hooks;
  private final String id = WebhookSupport.newId();

  RefusedWebhooksIT(PostgresDatabase database) {
    this.hooks = new WebhookSupport(database);
  }

  /** What an attacker, or a sender with wrong settings, may try. */
  private Map<Refusal, List<Delivery>> attempts() {
    Delivery good = hooks.delivery(id);
    Delivery unsigned = Delivery.of(good.body());
    return Map.of(
        Refusal.UNKNOWN_SENDER,
        List.of(good.to("/hooks/nobody"), unsigned.to("/hooks/nobody")),
        Refusal.HEADER_MISSING,
        List.of(
            unsigned,
            good.without("webhook-id"),
            good.without("webhook-timestamp"),
            good.without("webhook-signature")),
        Refusal.TIMESTAMP_MALFORMED,
        List.of(good.with("webhook-timestamp", "soon")),
        Refusal.TIMESTAMP_OUT_OF_TOLERANCE,
        List.of(
            unsigned.signed(id, hooks.clock.instant().minusSeconds(301)),
            unsigned.signed(id, hooks.clock.instant().plusSeconds(301))),
        Refusal.SIGNATURE_WRONG,
        List.of(
            good.withBody("{}"),
            good.with("webhook-id", id + "1"),
            good.with("webhook-signature", "v1,AAAA"),
            good.with("webhook-signature", "nonsense"),
            unsigned.signed(id, hooks.clock.instant(), Delivery.OTHER_SECRET)),
        Refusal.ID_UNUSABLE,
        List.of(unsigned.signed("a.b", hooks.clock.instant())));
  }

  private WebhookReceiverBuilder receiver(FaultProxy proxy) {
    Sender sender = Sender.forTenant("acme", StandardWebhooks.keys(Delivery.SECRET));
    return hooks
        .receiver(WebhookSupport.semel(hooks.database.dataSourceVia(proxy.host(), proxy.port())))
        .senders(request -> request.path().equals("/hooks") ? sender : null);
  }

  @Test
  void allRefusalsLookTheSameAndNoneReachesTheStore() {
    try (FaultProxy proxy = FaultProxy.to(hooks.database.host(), hooks.database.port());
        TestServer server = serverOf(receiver(proxy).build())) {
      long connectionsBefore = proxy.connectionCount();
      Map<String, List<String>> expected = null;
      for (Map.Entry<Refusal, List<Delivery>> attempt : attempts().entrySet()) {
        for (Delivery delivery : attempt.getValue()) {
          Map<String, List<String>> seen = seenBySender(WebhookSupport.post(server, delivery));
          expected = expected == null ? seen : expected;
          assertThat(seen).as("%s", attempt.getKey()).isEqualTo(expected);
          assertThat(hooks.told.get(hooks.told.size() - 1))
              .isEqualTo(
                  new WebhookDelivery("billing", WebhookResult.REFUSED, attempt.getKey(), null));
        }
      }
      assertThat(proxy.connectionCount()).isEqualTo(connectionsBefore);
    }
  }

  @Test
  void anIdThatSomebodyElseTriedIsStillThereForItsSender() {
    WebhookReceiver receiver = hooks.receiver().build();
    for (Delivery delivery : attempts().getOrDefault(Refusal.SIGNATURE_WRONG, List.of())) {
      assertThat(receiver.receive(delivery.asRequest()).status()).isEqualTo(401);
    }
    assertThat(hooks.stored(id)).isEqualTo(Stored.NOTHING);

    WebhookReply reply = receiver.receive(hooks.delivery(id).asRequest());

    assertThat(reply.result()).isEqualTo(WebhookResult.APPLIED);
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }

  @Test
  void aRecordedDeliveryIsNotAppliedAgain() {
    WebhookReceiver receiver = hooks.receiver().build();
    Delivery recorded = hooks.delivery(id);
    receiver.receive(recorded.asRequest());

    hooks.clock.advance(Duration.ofMinutes(5));
    assertThat(receiver.receive(recorded.asRequest()).result()).isEqualTo(WebhookResult.DUPLICATE);
    hooks.clock.advance(Duration.ofSeconds(1));
    assertThat(receiver.receive(recorded.asRequest()).result()).isEqualTo(WebhookResult.REFUSED);
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }

  private static TestServer serverOf(WebhookReceiver receiver) {
    return Container.JETTY.start(WebApp.create().servlet("/hooks/*", new WebhookServlet(receiver)));
  }

  /** Everything but the date. */
  private static Map<String, List<String>> seenBySender(HttpResponse<String> response) {
    Map<String, List<String>> seen = new TreeMap<>(response.headers().map());
    seen.remove("date");
    seen.put(":status", List.of(Integer.toString(response.statusCode())));
    seen.put(":body", List.of(response.body()));
    return seen;
  }
}
