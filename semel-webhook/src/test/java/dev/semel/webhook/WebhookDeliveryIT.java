package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.RelayChange;
import dev.semel.signing.StandardSigner;
import dev.semel.signing.StandardVerifier;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.webhook.TestEndpoint.Answer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an endpoint gets, and what its answers mean. */
@ExtendWith(PostgresExtension.class)
class WebhookDeliveryIT {
  private static final String OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

  private final WebhookFixture fixture;
  private final TestEndpoint endpoint;

  WebhookDeliveryIT(PostgresDatabase database) {
    this.fixture = new WebhookFixture(database);
    this.endpoint = fixture.endpoint();
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  private static boolean isSigned(Received request, String key) {
    return StandardVerifier.keys(key)
        .isSigned(
            request.header("webhook-signature"),
            request.id(),
            request.header("webhook-timestamp"),
            request.body().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anEventArrivesSignedUnderAnIdOfItsOwn() {
    fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 2);
    WebhookFixture.awaitRequests(endpoint, 2);

    Received first = endpoint.requests().get(0);
    assertThat(isSigned(first, WebhookFixture.SECRET)).isTrue();
    assertThat(isSigned(first, OTHER_SECRET)).isFalse();
    assertThat(first.header("webhook-timestamp"))
        .isEqualTo(Long.toString(fixture.clock.instant().getEpochSecond()));
    assertThat(first.header("content-type")).isEqualTo("application/json");
    assertThat(first.body()).startsWith("{\"type\":\"case.changed\",\"timestamp\":\"");
    assertThat(first.body()).endsWith("\"data\":{\"n\": 1, \"of\": \"a\"}}");
    assertThat(first.id()).doesNotContain(".").isNotEqualTo(endpoint.requests().get(1).id());
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 299})
  void onlySuccessIsSuccess(int status) {
    endpoint.answering(request -> Answer.of(status));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 3);
    WebhookFixture.awaitRequests(endpoint, 3);

    Eventually.holds(
        "all is passed", () -> webhooks.status(fixture.name).relay().waitingEvents() == 0);
    assertThat(WebhookFixture.numbersOf(endpoint, "a")).containsExactly(1, 2, 3);
    assertThat(fixture.told(RelayChange.Held.class)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 301, 302, 307, 308, 400, 401, 403, 404, 409, 413, 422, 500, 501, 505})
  void anythingElseIsTriedAgainByTheSchedule(int status) {
    endpoint.answering(
        request -> Answer.of(status).with("Location", "/elsewhere").saying("not\n today"));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 2);
    fixture.awaitHeld(webhooks, 2);

    RelayChange.Held held = fixture.told(RelayChange.Held.class).get(0);
    assertThat(held.reason()).isEqualTo("HTTP %d: not today".formatted(status));
    assertThat(held.backoff()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
    assertThat(endpoint.requests()).hasSize(1).allMatch(request -> request.path().equals("/hooks"));
  }

  @Test
  void theWholeScheduleIsKeptToAndThenItIsADeadLetter() {
    endpoint.answering(request -> Answer.of(500).saying("no"));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 1);
    RetrySchedule schedule = RetrySchedule.standard();
    for (int failures = 1; failures < schedule.maxAttempts(); failures++) {
      Duration backoff = awaitFailure(webhooks, failures).backoff();
      Duration wait = schedule.waitAfter(failures, 0);
      assertThat(backoff).isBetween(wait, schedule.waitAfter(failures, 1));
      fixture.clock.advance(backoff.minusMillis(1));
      assertThat(fixture.due()).as("before attempt %d", failures + 1).isZero();
      fixture.clock.advance(Duration.ofSeconds(1));
    }
    Eventually.holds(
        "a dead letter", () -> webhooks.status(fixture.name).relay().deadLetters() == 1);

    DeadLetter dead = webhooks.deadLetters(fixture.name).list(DeadLetterFilter.all(), 10).get(0);
    assertThat(dead.attempts()).isEqualTo(10);
    assertThat(dead.reason()).isEqualTo("HTTP 500: no");
    assertThat(endpoint.requests()).hasSize(10);
    assertThat(endpoint.requests())
        .extracting(Received::id)
        .containsOnly(endpoint.requests().get(0).id());
    assertThat(endpoint.requests())
        .extracting(request -> request.header("webhook-timestamp"))
        .doesNotHaveDuplicates();
    assertThat(endpoint.requests()).allMatch(request -> isSigned(request, WebhookFixture.SECRET));
  }

  private RelayChange.Held awaitFailure(Webhooks webhooks, int failures) {
    Eventually.holds(
        failures + " failures", () -> fixture.told(RelayChange.Held.class).size() == failures);
    fixture.awaitHeld(webhooks, 1);
    return fixture.told(RelayChange.Held.class).get(failures - 1);
  }

  @Test
  void aLongerPauseThatIsAskedForIsHeeded() {
    endpoint.answering(request -> Answer.of(500).with("Retry-After", "1800"));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 1);
    fixture.awaitHeld(webhooks, 1);

    assertThat(fixture.told(RelayChange.Held.class).get(0).backoff())
        .isEqualTo(Duration.ofMinutes(30));
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 502, 503, 504})
  void anEndpointThatAsksForAPauseGetsOneAndNothingCountsAsAnAttempt(int status) {
    endpoint.answering(request -> Answer.of(status).with("Retry-After", "864000"));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("first", 1, 1);
    Eventually.holds("it pauses", () -> !fixture.told(RelayChange.SinkUnavailable.class).isEmpty());
    IntStream.range(1, 30).forEach(i -> fixture.publish("aggregate " + i, 1, 1));

    RelayChange.SinkUnavailable pause = fixture.told(RelayChange.SinkUnavailable.class).get(0);
    assertThat(pause.reason()).isEqualTo("HTTP " + status);
    assertThat(pause.backoff()).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(60));
    assertThat(webhooks.redeliver(fixture.name, endpoint.requests().get(0).id()).stoppedBy())
        .contains("the endpoint asked for a pause");
    webhooks.stop(Duration.ofSeconds(1));
    assertThat(endpoint.requests()).hasSize(1);
    assertThat(webhooks.status(fixture.name).relay().heldEvents()).isZero();
    assertThat(webhooks.status(fixture.name).relay().waitingEvents()).isEqualTo(30);
  }

  @Test
  void afterThePauseEverythingArrivesInOrder() {
    endpoint.answering(
        request ->
            endpoint.requests().size() <= 3
                ? Answer.of(503).with("Retry-After", "0")
                : Answer.of(200));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 5);
    Eventually.holds(
        "all arrived", () -> webhooks.status(fixture.name).relay().waitingEvents() == 0);

    assertThat(WebhookFixture.numbersOf(endpoint, "a")).containsExactly(1, 1, 1, 1, 2, 3, 4, 5);
    assertThat(fixture.told(RelayChange.Held.class)).isEmpty();
  }

  @Test
  void anEventThatBreaksTheEndpointIsHeldAndTheOthersArrive() {
    endpoint.answering(
        request ->
            request.aggregate().equals("poison")
                ? Answer.of(504).with("Retry-After", "0")
                : Answer.of(200));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("poison", 1, 1);
    Eventually.holds(
        "it is to blame",
        () -> {
          fixture.publish("good", 1, 1);
          return webhooks.status(fixture.name).relay().heldEvents() == 1;
        });

    assertThat(fixture.told(RelayChange.Held.class).get(0).reason()).isEqualTo("HTTP 504");
  }

  @Test
  void whatDoesNotFitTheFilterIsPassed() {
    Webhooks webhooks = fixture.started();
    webhooks.put(
        fixture
            .to(endpoint)
            .filter(EventFilter.ofTenant(WebhookFixture.TENANT).types("case.closed")));
    fixture.publish("a", 1, 3);
    fixture.publish(Event.of("case", "a", "case.closed", "{\"of\": \"a\", \"n\": 4}").version(4));
    WebhookFixture.awaitRequests(endpoint, 1);
    Eventually.holds(
        "all is passed", () -> webhooks.status(fixture.name).relay().waitingEvents() == 0);

    assertThat(WebhookFixture.numbersOf(endpoint, "a")).containsExactly(4);
  }

  @Test
  void aBodyThatIsTooLargeIsADeadLetterAtOnce() {
    Webhooks webhooks =
        fixture.started(
            fixture
                .builder(fixture.relays())
                .settings(WebhookFixture.settings().maxBodyBytes(100)));
    webhooks.put(fixture.to(endpoint));
    fixture.publish(Event.of("case", "a", "opened", "{\"text\": \"" + "x".repeat(200) + "\"}"));
    Eventually.holds(
        "a dead letter", () -> webhooks.status(fixture.name).relay().deadLetters() == 1);

    assertThat(endpoint.requests()).isEmpty();
  }

  @Test
  void whileKeysAreRotatedBothSign() {
    Webhooks webhooks = fixture.sendingTo(endpoint);
    webhooks.put(
        fixture.to(endpoint).signer(StandardSigner.keys(OTHER_SECRET, WebhookFixture.SECRET)));
    fixture.publish("a", 1, 1);
    WebhookFixture.awaitRequests(endpoint, 1);
    webhooks.put(fixture.to(endpoint).signer(StandardSigner.keys(OTHER_SECRET)));
    fixture.publish("a", 2, 2);
    WebhookFixture.awaitRequests(endpoint, 2);

    Received both = endpoint.requests().get(0);
    assertThat(both.header("webhook-signature").split(" ")).hasSize(2);
    assertThat(isSigned(both, OTHER_SECRET)).isTrue();
    assertThat(isSigned(both, WebhookFixture.SECRET)).isTrue();
    assertThat(isSigned(endpoint.requests().get(1), WebhookFixture.SECRET)).isFalse();
  }

  @Test
  void anAddressThatRequestsMayNotGoToIsRefusedWhenItIsPut() {
    Webhooks webhooks = fixture.started();

    assertThatThrownBy(() -> webhooks.put(fixture.to(URI.create("ftp://example.org/"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give https");
    assertThat(webhooks.endpoints()).isEqualTo(List.of());
  }
}
