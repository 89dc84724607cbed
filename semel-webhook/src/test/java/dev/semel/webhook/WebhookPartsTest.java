package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.relay.RelayedEvent;
import dev.semel.signing.StandardSigner;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids, bodies, waits, and what is refused. */
class WebhookPartsTest {
  private static final UUID EVENT = UUID.fromString("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0");
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private static RelayedEvent event(@Nullable String payload, String type, @Nullable Long version) {
    return new RelayedEvent(
        EVENT, "key", "acme", "case", "7", version, type, payload, Map.of(), null, NOW, 1);
  }

  private static WebhookEndpoint endpoint(PayloadForm form) {
    return WebhookEndpoint.of(
            "billing",
            URI.create("https://example.org/secret"),
            StandardSigner.keys(WebhookFixture.SECRET))
        .form(form);
  }

  private static String body(RelayedEvent event, PayloadForm form) {
    return new String(WebhookBody.of(event, endpoint(form)), StandardCharsets.UTF_8);
  }

  @Test
  void anIdIsMadeOfTheEventAndTheEndpointAndLeadsBack() {
    String id = WebhookId.of(EVENT, "billing");

    assertThat(id).matches("msg_0f1e2d3c4b5a69788796a5b4c3d2e1f0_[0-9a-f]{8}");
    assertThat(WebhookId.of(EVENT, "billing")).isEqualTo(id);
    assertThat(WebhookId.of(EVENT, "other")).isNotEqualTo(id);
    assertThat(WebhookId.eventOf(id, "billing")).isEqualTo(EVENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "msg_1", "msg_0f1e2d3c4b5a69788796a5b4c3d2e1f0_00000000"})
  void anIdOfAnotherEndpointIsRefused(String id) {
    assertThatThrownBy(() -> WebhookId.eventOf(id, "billing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("endpoint billing");
  }

  @Test
  void theBodyHasTheFormThatWasAskedFor() {
    RelayedEvent event = event("{\"a\": 1}", "case.\"opened\"\n", 3L);

    assertThat(body(event, PayloadForm.STANDARD))
        .isEqualTo(
            "{\"type\":\"case.\\\"opened\\\"\\u000a\",\"timestamp\":\"2030-01-01T00:00:00Z\",\"data\":{\"a\": 1}}");
    assertThat(body(event, PayloadForm.RAW)).isEqualTo("{\"a\": 1}");
    assertThat(body(event("{}", "opened", 3L), PayloadForm.CLOUD_EVENTS))
        .isEqualTo(
            "{\"specversion\":\"1.0\",\"id\":\"%s\",\"source\":\"/semel\",\"type\":\"opened\",\"subject\":\"7\",\"time\":\"2030-01-01T00:00:00Z\",\"aggregatetype\":\"case\",\"tenant\":\"acme\",\"aggregateversion\":\"3\",\"datacontenttype\":\"application/json\",\"data\":{}}"
                .formatted(EVENT));
  }

  @Test
  void anEventWithoutAPayloadHasABodyAllTheSame() {
    RelayedEvent event = event(null, "closed", null);

    assertThat(body(event, PayloadForm.STANDARD)).endsWith("\"data\":null}");
    assertThat(body(event, PayloadForm.RAW)).isEmpty();
    assertThat(body(event, PayloadForm.CLOUD_EVENTS)).endsWith("\"tenant\":\"acme\"}");
  }

  @Test
  void theScheduleIsThatOfTheStandard() {
    RetrySchedule schedule = RetrySchedule.standard();

    assertThat(schedule.maxAttempts()).isEqualTo(10);
    assertThat(schedule.waitAfter(1, 0)).isEqualTo(Duration.ofSeconds(5));
    assertThat(schedule.waitAfter(1, 1)).isEqualTo(Duration.ofSeconds(6));
    assertThat(schedule.waitAfter(9, 0)).isEqualTo(Duration.ofHours(24));
    assertThat(schedule.jitterPercent(0).waitAfter(9, 1)).isEqualTo(Duration.ofHours(24));
  }

  @ParameterizedTest
  @CsvSource({
    "120, 120",
    "0, 0",
    "999999999, 3600",
    "'Tue, 1 Jan 2030 00:00:30 GMT', 30",
    "'Tue, 01 Jan 2030 00:00:30 GMT', 30",
    "'Mon, 31 Dec 2029 23:00:00 GMT', 0",
    "'Sat, 1 Jan 2050 00:00:00 GMT', 3600"
  })
  void aPauseIsReadFromSecondsOrADateAndHasALimit(String header, long seconds) {
    assertThat(RetryAfter.parse(header, NOW, Duration.ofHours(1)))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "soon", "1.5", "99999999999999999999"})
  void aPauseThatIsNoneIsLeftOut(String header) {
    assertThat(RetryAfter.parse(header, NOW, Duration.ofHours(1))).isNull();
    assertThat(RetryAfter.parse(null, NOW, Duration.ofHours(1))).isNull();
  }

  @Test
  void nonsenseIsRefusedAtOnce() {
    WebhookSettings standard = WebhookSettings.standard();

    assertThatThrownBy(() -> standard.maxConcurrent(0))
        .hasMessage("max concurrent is 0; give 1 to 100");
    assertThatThrownBy(() -> standard.maxBodyBytes(0)).hasMessageContaining("max body bytes");
    assertThatThrownBy(() -> standard.maxRetryAfter(Duration.ofDays(2)))
        .hasMessageContaining("max retry after");
    assertThatThrownBy(() -> RetrySchedule.of(Duration.ofSeconds(1)))
        .hasMessageContaining("must be zero");
    assertThatThrownBy(() -> RetrySchedule.of()).hasMessageContaining("number of attempts");
    assertThatThrownBy(() -> WebhookClient.builder().requestTimeout(Duration.ZERO))
        .hasMessageContaining("request timeout");
    assertThatThrownBy(
            () ->
                WebhookEndpoint.of(
                    "a b", URI.create("https://e.org"), StandardSigner.keys(WebhookFixture.SECRET)))
        .hasMessageContaining("letters, digits");
  }

  @Test
  void theAddressIsNotShown() {
    assertThat(endpoint(PayloadForm.RAW)).hasToString("WebhookEndpoint[billing at example.org]");
  }

  @Test
  void anEventIsToBlameIfOthersWereTakenSinceItMetWithTheSame() {
    Throttle throttle = new Throttle();
    UUID poison = UUID.randomUUID();

    assertThat(throttle.isToBlame(poison)).isFalse();
    assertThat(throttle.isToBlame(poison)).isFalse();
    throttle.tookOne(UUID.randomUUID());
    assertThat(throttle.isToBlame(poison)).isTrue();
    assertThat(throttle.isToBlame(UUID.randomUUID())).isFalse();
  }

  @Test
  void anAnswerThatRepeatsThePayloadIsNotKept() {
    assertThat(Printable.repeats("cannot take {\"name\": \"Ada\"} here", "{\"name\": \"Ada\"}"))
        .isTrue();
    assertThat(Printable.repeats("no", "{\"name\": \"Ada\"}")).isFalse();
    assertThat(Printable.start("a\r\n\tb\u0000c  d", 5)).isEqualTo("a b c");
  }
}
