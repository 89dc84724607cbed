package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.postgres.webhook.PostgresEndpoints;
import dev.semel.relay.spi.EndpointFailure;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.webhook.TestEndpoint.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Endpoints that take nothing, for days. */
@ExtendWith(PostgresExtension.class)
class WebhookGivingUpIT {
  private static final Duration TOO_LONG = WebhookSettings.standard().giveUpAfter();

  private final WebhookFixture fixture;
  private final TestEndpoint endpoint;

  WebhookGivingUpIT(PostgresDatabase database) {
    this.fixture = new WebhookFixture(database);
    this.endpoint = fixture.endpoint();
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  private EndpointFailure awaitFailure(Webhooks webhooks) {
    Eventually.holds("it is noted", () -> webhooks.status(fixture.name).failure() != null);
    return Objects.requireNonNull(webhooks.status(fixture.name).failure());
  }

  private void awaitOff(Webhooks webhooks) {
    Eventually.holds("it is off", () -> !webhooks.status(fixture.name).state().enabled());
  }

  private void awaitDisabled() {
    Eventually.holds(
        "nothing is under way",
        () -> fixture.changes.stream().anyMatch(WebhookChange.Disabled.class::isInstance));
  }

  @ParameterizedTest
  @CsvSource({"500, 3", "503, 0"})
  void anEndpointThatTakesNothingForTooLongIsSwitchedOffAndLosesNothing(int status, long held) {
    endpoint.answering(request -> Answer.of(status).with("Retry-After", "0"));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    Instant began = fixture.clock.instant();
    fixture.publish("a", 1, 3);
    assertThat(awaitFailure(webhooks).since()).isEqualTo(began);
    fixture.awaitHeld(webhooks, held);
    fixture.clock.advance(TOO_LONG);
    awaitOff(webhooks);

    assertThat(webhooks.status(fixture.name).state().reason())
        .isEqualTo(
            "it has taken nothing since %s; the last answer: HTTP %d".formatted(began, status));
    awaitDisabled();
    assertThat(fixture.changes)
        .contains(new WebhookChange.GivenUp(fixture.name, began, "HTTP " + status));
    assertThat(webhooks.status(fixture.name).relay().deadLetters()).isZero();

    endpoint.answering(request -> Answer.of(200));
    int before = endpoint.requests().size();
    assertThat(webhooks.enable(fixture.name, Backlog.DELIVER, WebhookFixture.DECISION)).isTrue();
    // What was held is tried by its schedule.
    fixture.clock.advance(Duration.ofDays(1));
    WebhookFixture.awaitRequests(endpoint, before + 3);
    assertThat(WebhookFixture.numbersOf(endpoint, "a").subList(before, before + 3))
        .containsExactly(1, 2, 3);
  }

  @Test
  void whoeverTakesSomethingInBetweenIsNotGivenUp() {
    endpoint.answering(
        request -> request.aggregate().equals("bad") ? Answer.of(500) : Answer.of(200));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("bad", 1, 1);
    awaitFailure(webhooks);
    fixture.publish("good", 1, 1);
    Eventually.holds("it takes something", () -> webhooks.status(fixture.name).failure() == null);
    fixture.awaitHeld(webhooks, 1);

    fixture.clock.advance(TOO_LONG);
    assertThat(awaitFailure(webhooks).since()).isEqualTo(fixture.clock.instant());
    assertThat(webhooks.status(fixture.name).state().enabled()).isTrue();
  }

  @Test
  void timeCountsOverRestarts() {
    endpoint.answering(request -> Answer.of(500));
    Webhooks before = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 1);
    awaitFailure(before);
    fixture.awaitHeld(before, 1);
    before.stop(Duration.ofSeconds(10));

    fixture.clock.advance(TOO_LONG);
    awaitOff(fixture.sendingTo(endpoint));
  }

  @Test
  void switchedOnAgainItHasItsTimeAgain() {
    endpoint.answering(request -> Answer.of(500));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 1);
    awaitFailure(webhooks);
    fixture.awaitHeld(webhooks, 1);
    fixture.clock.advance(TOO_LONG);
    awaitOff(webhooks);
    awaitDisabled();

    assertThat(webhooks.enable(fixture.name, Backlog.DELIVER, WebhookFixture.DECISION)).isTrue();
    fixture.clock.advance(Duration.ofDays(1));
    assertThat(awaitFailure(webhooks).since()).isEqualTo(fixture.clock.instant());
    assertThat(webhooks.status(fixture.name).state().enabled()).isTrue();
  }

  @Test
  void whatWasNotedBeforeItWasSwitchedOnDoesNotCount() {
    endpoint.answering(request -> Answer.of(500));
    Webhooks webhooks = fixture.sendingTo(endpoint);
    webhooks.disable(fixture.name, WebhookFixture.DECISION);
    webhooks.enable(fixture.name, Backlog.DELIVER, WebhookFixture.DECISION);
    Instant longAgo = fixture.clock.instant().minus(TOO_LONG);
    PostgresEndpoints.on(fixture.dataSource())
        .fails(new EndpointFailure(fixture.name, 0, longAgo, "HTTP 503"));
    fixture.publish("a", 1, 1);

    Eventually.holds("it is noted anew", () -> awaitFailure(webhooks).version() == 2);
    assertThat(awaitFailure(webhooks).since()).isEqualTo(fixture.clock.instant());
    assertThat(webhooks.status(fixture.name).state().enabled()).isTrue();
  }
}
