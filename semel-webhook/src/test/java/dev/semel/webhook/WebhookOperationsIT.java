package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.postgres.webhook.PostgresEndpoints;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.ReplayReport;
import dev.semel.relay.spi.EndpointState;
import dev.semel.relay.spi.EndpointStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.webhook.TestEndpoint.Answer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Endpoints that are switched off and on, and what operators send again. */
@ExtendWith(PostgresExtension.class)
class WebhookOperationsIT {
  private final WebhookFixture fixture;
  private final TestEndpoint endpoint;

  WebhookOperationsIT(PostgresDatabase database) {
    this.fixture = new WebhookFixture(database);
    this.endpoint = fixture.endpoint();
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  /** An endpoint that took the first event, and answered that it is gone to the second. */
  private Webhooks gone() {
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 1);
    Eventually.holds(
        "the first is passed",
        () ->
            endpoint.requests().size() == 1
                && webhooks.status(fixture.name).relay().waitingEvents() == 0);
    endpoint.answering(request -> Answer.of(410).saying("moved away"));
    fixture.publish("a", 2, 2);
    Eventually.holds("it is off", () -> !webhooks.status(fixture.name).state().enabled());
    Eventually.holds("it is told", () -> changed(WebhookChange.Disabled.class));
    return webhooks;
  }

  private boolean changed(Class<? extends WebhookChange> kind) {
    return fixture.changes.stream().anyMatch(kind::isInstance);
  }

  @Test
  void anEndpointThatIsGoneIsSwitchedOffAndItIsTold() {
    Webhooks webhooks = gone();

    assertThat(fixture.changes)
        .contains(new WebhookChange.Gone(fixture.name, "HTTP 410: moved away"));
    EndpointState state = webhooks.status(fixture.name).state();
    assertThat(state.reason()).isEqualTo("HTTP 410: moved away");
    assertThat(state.changedBy()).isEqualTo("endpoint " + fixture.name);
    assertThat(endpoint.requests()).hasSize(2);
    assertThat(webhooks.status(fixture.name).relay().deadLetters()).isZero();
  }

  @Test
  void itIsOffAfterARestartTooAndOnOtherNodes() {
    Webhooks before = gone();
    before.stop(Duration.ofSeconds(10));
    fixture.changes.clear();
    TestEndpoint other = fixture.endpoint();
    Webhooks after = fixture.sendingTo(endpoint);
    after.put(WebhookEndpoint.of(fixture.name + "-other", other.url(), fixture.to(other).signer()));
    fixture.publish("a", 3, 3);
    WebhookFixture.awaitRequests(other, 1);

    assertThat(after.status(fixture.name).state().enabled()).isFalse();
    assertThat(endpoint.requests()).hasSize(2);
    assertThat(fixture.changes).containsExactly(new WebhookChange.Started(fixture.name + "-other"));
  }

  @Test
  void switchedOnAgainItGetsWhatItMissed() {
    Webhooks webhooks = gone();
    fixture.publish("a", 3, 4);
    endpoint.answering(request -> Answer.of(200));

    assertThat(webhooks.enable(fixture.name, Backlog.DELIVER, WebhookFixture.DECISION)).isTrue();
    WebhookFixture.awaitRequests(endpoint, 5);
    assertThat(WebhookFixture.numbersOf(endpoint, "a")).containsExactly(1, 2, 2, 3, 4);
    assertThat(webhooks.history(fixture.name, 10))
        .extracting(EndpointState::enabled)
        .containsExactly(true, false);
    assertThat(webhooks.enable(fixture.name, Backlog.SKIP, WebhookFixture.DECISION)).isFalse();
  }

  @Test
  void orWhatItMissedIsSkipped() {
    Webhooks webhooks = gone();
    fixture.publish("a", 3, 4);
    endpoint.answering(request -> Answer.of(200));

    assertThat(webhooks.enable(fixture.name, Backlog.SKIP, WebhookFixture.DECISION)).isTrue();
    fixture.publish("a", 5, 5);
    WebhookFixture.awaitRequests(endpoint, 3);
    assertThat(WebhookFixture.numbersOf(endpoint, "a")).containsExactly(1, 2, 5);
  }

  @Test
  void anOperatorSwitchesItOffOnAllNodes() {
    Webhooks one = fixture.sendingTo(endpoint);
    Webhooks two = fixture.sendingTo(endpoint);

    assertThat(one.disable(fixture.name, WebhookFixture.DECISION)).isTrue();
    assertThat(one.disable(fixture.name, WebhookFixture.DECISION)).isFalse();
    Eventually.holds("both have stopped", () -> two.status(fixture.name).relay().nodes().isEmpty());
    fixture.publish("a", 1, 1);
    two.enable(fixture.name, Backlog.DELIVER, WebhookFixture.DECISION);
    WebhookFixture.awaitRequests(endpoint, 1);
    assertThat(WebhookFixture.numbersOf(endpoint, "a")).containsExactly(1);
  }

  /** An answer from before an operator's decision must not undo it. */
  @Test
  void whatWasAnsweredBeforeItWasSwitchedOnDoesNotSwitchItOff() {
    Webhooks webhooks = gone();
    EndpointState seen = EndpointState.unchanged(fixture.name);
    webhooks.enable(fixture.name, Backlog.SKIP, WebhookFixture.DECISION);
    PostgresEndpoints endpoints = PostgresEndpoints.on(fixture.dataSource());

    assertThat(endpoints.change(seen, false, WebhookFixture.DECISION)).isFalse();
    assertThat(webhooks.status(fixture.name).state().enabled()).isTrue();
  }

  @Test
  void switchedOnWhileItsEndIsWrittenDownItIsSentTo() throws Exception {
    CompletableFuture<Webhooks> here = new CompletableFuture<>();
    CountDownLatch enabled = new CountDownLatch(1);
    EndpointStore endpoints =
        afterItIsFoundOff(
            () -> {
              here.join().enable(fixture.name, Backlog.DELIVER, WebhookFixture.DECISION);
              enabled.countDown();
            });
    endpoint.answering(request -> Answer.of(410));
    Webhooks webhooks = fixture.started(fixture.builder(fixture.relays(), endpoints));
    here.complete(webhooks);
    webhooks.put(fixture.to(endpoint));
    fixture.publish("a", 1, 1);
    enabled.await();
    endpoint.answering(request -> Answer.of(200));

    assertThat(webhooks.redeliver(fixture.name, firstEvent()))
        .isEqualTo(new ReplayReport(1, 0, null));
    assertThat(webhooks.status(fixture.name).state().enabled()).isTrue();
    assertThat(changed(WebhookChange.Gone.class)).isTrue();
    assertThat(changed(WebhookChange.Disabled.class)).isFalse();
  }

  /** What happens between the first look that finds an endpoint off and what follows from it. */
  private EndpointStore afterItIsFoundOff(Runnable meanwhile) {
    EndpointStore real = PostgresEndpoints.on(fixture.dataSource());
    AtomicBoolean first = new AtomicBoolean(true);
    InvocationHandler watched =
        (self, method, arguments) -> {
          Object result = method.invoke(real, arguments);
          if (result instanceof EndpointState state && !state.enabled() && first.getAndSet(false)) {
            meanwhile.run();
          }
          return result;
        };
    return (EndpointStore)
        Proxy.newProxyInstance(
            EndpointStore.class.getClassLoader(), new Class<?>[] {EndpointStore.class}, watched);
  }

  @Test
  void anEndpointCanBeRemovedPutAgainAndForgotten() {
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 1);
    WebhookFixture.awaitRequests(endpoint, 1);
    assertThatThrownBy(() -> webhooks.forget(fixture.name)).hasMessageContaining("remove it");
    assertThat(webhooks.remove(fixture.name)).isTrue();
    assertThat(webhooks.remove(fixture.name)).isFalse();
    fixture.publish("a", 2, 2);
    webhooks.put(fixture.to(endpoint));
    WebhookFixture.awaitRequests(endpoint, 2);
    webhooks.remove(fixture.name);
    fixture.publish("a", 3, 3);
    assertThat(webhooks.forget(fixture.name)).isTrue();
    assertThat(webhooks.forget(fixture.name)).isFalse();
    webhooks.put(fixture.to(endpoint));
    fixture.publish("a", 4, 4);
    WebhookFixture.awaitRequests(endpoint, 3);
    assertThat(WebhookFixture.numbersOf(endpoint, "a")).containsExactly(1, 2, 4);
  }

  private UUID firstEvent() {
    return WebhookId.eventOf(endpoint.requests().get(0).id(), fixture.name);
  }

  @Test
  void anEventIsSentAgainByItsIdOrThatOfTheWebhook() {
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 3);
    WebhookFixture.awaitRequests(endpoint, 3);
    String id = endpoint.requests().get(0).id();

    assertThat(webhooks.redeliver(fixture.name, firstEvent()))
        .isEqualTo(new ReplayReport(1, 0, null));
    assertThat(webhooks.redeliver(fixture.name, id)).isEqualTo(new ReplayReport(1, 0, null));
    assertThat(WebhookFixture.numbersOf(endpoint, "a")).containsExactly(1, 2, 3, 1, 1);
    assertThat(endpoint.requests().get(4).id()).isEqualTo(id);
    assertThat(endpoint.requests().get(4).header(RelayedEvent.REPLAY_HEADER)).isEqualTo("true");
    assertThat(endpoint.requests().get(0).header(RelayedEvent.REPLAY_HEADER)).isEmpty();
  }

  @Test
  void sendingAgainSaysWhatBecameOfIt() {
    Webhooks webhooks = fixture.sendingTo(endpoint);
    fixture.publish("a", 1, 1);
    WebhookFixture.awaitRequests(endpoint, 1);
    UUID event = firstEvent();
    endpoint.answering(request -> Answer.of(500).saying("still broken"));

    assertThat(webhooks.redeliver(fixture.name, event).stoppedBy())
        .contains("failed 1 times: HTTP 500: still broken");
    assertThat(endpoint.requests()).hasSize(2);
    webhooks.put(fixture.to(endpoint).filter(EventFilter.everything().types("another")));
    assertThat(webhooks.redeliver(fixture.name, event)).isEqualTo(new ReplayReport(0, 1, null));
    assertThat(webhooks.redeliver(fixture.name, UUID.randomUUID()))
        .isEqualTo(new ReplayReport(0, 0, null));
    assertThatThrownBy(() -> webhooks.redeliver("nobody", event)).hasMessageContaining("put it");
    assertThat(endpoint.requests()).hasSize(2);
  }

  @Test
  void aDeadLetterIsRedrivenAndWhatWaitedFollows() {
    endpoint.answering(request -> Answer.of(400));
    RetrySchedule once = RetrySchedule.of(Duration.ZERO);
    Webhooks webhooks =
        fixture.started(
            fixture.builder(fixture.relays()).settings(WebhookFixture.settings().schedule(once)));
    webhooks.put(fixture.to(endpoint));
    fixture.publish("a", 1, 3);
    Eventually.holds(
        "a dead letter",
        () ->
            webhooks.status(fixture.name).relay().deadLetters() == 1
                && webhooks.status(fixture.name).relay().heldEvents() == 2);
    endpoint.answering(request -> Answer.of(200));
    webhooks.deadLetters(fixture.name).redrive(DeadLetterFilter.all(), 10, WebhookFixture.DECISION);
    WebhookFixture.awaitRequests(endpoint, 4);

    assertThat(WebhookFixture.numbersOf(endpoint, "a")).containsExactly(1, 1, 2, 3);
  }

  @Test
  void aNameThatNoNodeEverHadIsRefusedAndARemovedOneIsNot() {
    Webhooks webhooks = fixture.started(fixture.builder(fixture.relays()));
    webhooks.put(fixture.to(endpoint));
    String wrong = fixture.name + "-mistyped";

    assertThatThrownBy(() -> webhooks.status(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no endpoint %s; this node has %s", wrong, fixture.name);
    assertThatThrownBy(() -> webhooks.disable(wrong, WebhookFixture.DECISION))
        .hasMessageContaining(wrong);
    assertThatThrownBy(() -> webhooks.enable(wrong, Backlog.DELIVER, WebhookFixture.DECISION))
        .hasMessageContaining(wrong);
    assertThatThrownBy(() -> webhooks.deadLetters(wrong)).hasMessageContaining(wrong);

    webhooks.remove(fixture.name);
    assertThat(webhooks.status(fixture.name).endpoint()).isEqualTo(fixture.name);
  }
}
