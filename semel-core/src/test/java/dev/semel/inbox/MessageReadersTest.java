package dev.semel.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageReadersTest {
  private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);
  private static final String UUID_TEXT = "5f0c1c2e-8d1b-4c43-9c55-0d6a3b6f7a10";

  private static Map<String, String> event(String prefix, String... more) {
    Map<String, String> headers = new HashMap<>();
    headers.put(prefix + "specversion", "1.0");
    headers.put(prefix + "id", "e-1");
    headers.put(prefix + "source", "/orders");
    headers.put(prefix + "type", "placed");
    for (int i = 0; i < more.length; i += 2) {
      headers.put(prefix + more[i], more[i + 1]);
    }
    return headers;
  }

  private static Message http(Map<String, String> headers) {
    return CloudEventsReader.http().read(Delivery.of("/in", headers, BODY));
  }

  private static Message kafka(Map<String, String> headers, @Nullable String key) {
    return CloudEventsReader.kafka().read(Delivery.of("orders", headers, BODY).key(key));
  }

  @Test
  void theIdentityOfACloudEventIsSourceAndId() {
    Message message =
        http(event("ce-", "aggregatetype", "order", "aggregateversion", "7", "subject", "o-1"));
    assertThat(message.id()).isEqualTo(new MessageId("/orders", "e-1"));
    assertThat(message.type()).isEqualTo("placed");
    assertThat(message.aggregateType()).isEqualTo("order");
    assertThat(message.key()).isEqualTo("o-1");
    assertThat(message.version()).isEqualTo(7);
    assertThat(message.payload()).isEqualTo(BODY);
    assertThat(message.hash()).isEqualTo(PayloadHash.of(BODY));
  }

  @Test
  void theSourceIsComparedAsItIs() {
    assertThat(http(event("ce-", "source", "/A")).id())
        .isNotEqualTo(http(event("ce-", "source", "/a")).id());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "a%20b, 'a b'",
        "Euro%20%E2%82%AC%20%F0%9F%98%80, Euro € 😀",
        "'\"quoted\"', quoted",
        "'\"a%20b\"', 'a b'",
        "plain, plain"
      })
  void overHttpAttributesAreUnquotedAndThenDecodedOnce(String sent, String meant) {
    assertThat(http(event("ce-", "id", sent)).id().id()).isEqualTo(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%C0%A0", "%zz", "%2"})
  void overHttpWhatCannotBeDecodedIsInvalid(String id) {
    assertInvalid(() -> http(event("ce-", "id", id)));
  }

  @Test
  void headerNamesAreReadInAnyCase() {
    Map<String, String> headers = new HashMap<>();
    event("ce-").forEach((name, value) -> headers.put(name.toUpperCase(Locale.ROOT), value));
    assertThat(http(headers).id().id()).isEqualTo("e-1");
  }

  @Test
  void onKafkaNothingIsDecoded() {
    assertThat(kafka(event("ce_", "id", "a%20b"), null).id().id()).isEqualTo("a%20b");
  }

  @Test
  void onKafkaTheRecordsKeyIsTheKey() {
    assertThat(kafka(event("ce_", "partitionkey", "p"), "k").key()).isEqualTo("k");
    assertThat(kafka(event("ce_", "partitionkey", "p"), null).key()).isEqualTo("p");
    assertThat(kafka(event("ce_"), null).key()).isNull();
  }

  @Test
  void aTombstoneIsAMessageLikeAnyOther() {
    Message message =
        CloudEventsReader.kafka().read(Delivery.of("orders", event("ce_"), null).key("k"));
    assertThat(message.payload()).isNull();
    assertThat(message.id().id()).isEqualTo("e-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "source", "type", "specversion"})
  void anEventThatLacksARequiredAttributeIsInvalid(String attribute) {
    Map<String, String> without = event("ce-");
    without.remove("ce-" + attribute);
    assertInvalid(() -> http(without));
    assertInvalid(() -> http(event("ce-", attribute, "")));
  }

  @Test
  void anotherSpecificationIsTakenOnlyIfToldSo() {
    Map<String, String> old = event("ce-", "specversion", "0.3");
    assertInvalid(() -> http(old));
    Message message = CloudEventsReader.http().anySpecVersion().read(Delivery.of("/in", old, BODY));
    assertThat(message.id()).isEqualTo(new MessageId("/orders", "e-1"));
  }

  @Test
  void structuredModeIsRefusedHere() {
    Map<String, String> headers = event("ce-");
    headers.put("Content-Type", "Application/CloudEvents+json; charset=utf-8");
    assertInvalid(() -> http(headers));
  }

  @Test
  void amqpHasTwoPrefixes() {
    for (String prefix : new String[] {"cloudEvents:", "cloudEvents_"}) {
      Delivery delivery = Delivery.of("queue", event(prefix), BODY);
      assertThat(CloudEventsReader.amqp().read(delivery).id().id()).isEqualTo("e-1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {UUID_TEXT, "\"" + UUID_TEXT + "\"", "5F0C1C2E-8D1B-4C43-9C55-0D6A3B6F7A10"})
  void anIdOfDebeziumsIsTheSameInEveryForm(String header) {
    Message message =
        DebeziumReader.standard()
            .read(Delivery.of("outbox.event.order", Map.of("id", header), BODY).key("\"o-1\""));
    assertThat(message.id()).isEqualTo(new MessageId("outbox.event.order", UUID_TEXT));
    assertThat(message.aggregateType()).isEqualTo("order");
    assertThat(message.key()).isEqualTo("o-1");
  }

  @Test
  void typeAndVersionAreReadWhereTheRouterPlacesThem() {
    Map<String, String> headers =
        Map.of("id", UUID_TEXT, "eventType", "placed", "aggregateVersion", "3");
    Message message =
        DebeziumReader.standard().read(Delivery.of("outbox.event.order", headers, BODY));
    assertThat(message.type()).isEqualTo("placed");
    assertThat(message.version()).isEqualTo(3);
    assertInvalid(
        () ->
            DebeziumReader.standard()
                .headers("eventType", "eventType")
                .read(Delivery.of("outbox.event.order", headers, BODY)));
  }

  @Test
  void withoutAnIdThePositionServesIfToldSo() {
    Delivery delivery = Delivery.of("outbox.event.order", Map.of(), BODY).position("3-1042");
    assertInvalid(() -> DebeziumReader.standard().read(delivery));
    assertThat(DebeziumReader.standard().positionAsId().read(delivery).id().id())
        .isEqualTo("outbox.event.order-3-1042");
  }

  @Test
  void oneIdOnTwoTopicsIsTwoMessagesUnlessTheSourceIsTheSame() {
    Delivery first = Delivery.of("outbox.event.order", Map.of("id", UUID_TEXT), BODY);
    Delivery second = Delivery.of("outbox.event.invoice", Map.of("id", UUID_TEXT), BODY);
    DebeziumReader byTopic = DebeziumReader.standard();
    assertThat(byTopic.read(first).id()).isNotEqualTo(byTopic.read(second).id());
    DebeziumReader bySource = byTopic.source("shop");
    assertThat(bySource.read(first).id()).isEqualTo(bySource.read(second).id());
  }

  @Test
  void aWebhookIsKnownByItsIdWithinItsSource() {
    Delivery delivery =
        Delivery.of("/hooks", Map.of("Webhook-Id", "msg_1", "X-Kind", "paid"), BODY);
    HeaderReader reader = HeaderReader.standardWebhooks("payments");
    assertThat(reader.read(delivery).id()).isEqualTo(new MessageId("payments", "msg_1"));
    assertThat(reader.type("x-kind").read(delivery).type()).isEqualTo("paid");
    assertInvalid(() -> reader.read(Delivery.of("/hooks", Map.of(), BODY)));
  }

  @Test
  void anIdThatIsTooLongOrHasControlCharactersIsInvalid() {
    assertInvalid(() -> kafka(event("ce_", "id", "x".repeat(256)), null));
    assertInvalid(() -> kafka(event("ce_", "id", "a\nb"), null));
  }

  private static void assertInvalid(Runnable reading) {
    assertThatExceptionOfType(InvalidMessageException.class).isThrownBy(reading::run);
  }
}
