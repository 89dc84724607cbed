package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.RelayChange;
import dev.semel.signing.StandardSigner;
import dev.semel.testing.net.FreePorts;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import dev.semel.webhook.TestEndpoint.Answer;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What one endpoint does holds no other back. */
@ExtendWith(PostgresExtension.class)
class WebhookIsolationIT {
  private static final int AGGREGATES = 5;
  private static final int NUMBERS = 20;

  private final WebhookFixture fixture;
  private final TestEndpoint good;

  WebhookIsolationIT(PostgresDatabase database) {
    this.fixture = new WebhookFixture(database);
    this.good = fixture.endpoint();
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  private WebhookEndpoint other(URI url) {
    return WebhookEndpoint.of(
        fixture.name + "-other", url, StandardSigner.keys(WebhookFixture.SECRET));
  }

  private void publishAll() {
    for (int number = 1; number <= NUMBERS; number++) {
      for (int i = 0; i < AGGREGATES; i++) {
        fixture.publish("aggregate " + i, number, number);
      }
    }
  }

  private void assertTheGoodOneGetsAllInOrder() {
    WebhookFixture.awaitRequests(good, AGGREGATES * NUMBERS);
    for (int i = 0; i < AGGREGATES; i++) {
      assertThat(WebhookFixture.numbersOf(good, "aggregate " + i))
          .hasSize(NUMBERS)
          .isSorted()
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void anEndpointThatIsDeadHoldsNoOtherBack() {
    URI nobody = URI.create("http://127.0.0.1:%d/hooks".formatted(FreePorts.pick()));
    Webhooks webhooks = fixture.started();
    webhooks.put(fixture.to(good));
    webhooks.put(other(nobody));
    publishAll();

    assertTheGoodOneGetsAllInOrder();
    Eventually.holds(
        "all is held for the dead one",
        () ->
            webhooks.status(fixture.name + "-other").relay().heldEvents() == AGGREGATES * NUMBERS);
    assertThat(fixture.told(RelayChange.Held.class))
        .hasSize(AGGREGATES)
        .allMatch(held -> held.reason().startsWith("could not connect"));
    assertThat(webhooks.status(fixture.name).relay().heldEvents()).isZero();
  }

  @Test
  @Tag("thorough")
  void anEndpointThatAnswersForEverHoldsNoOtherBack() {
    CountDownLatch never = new CountDownLatch(1);
    try (RawServer slow =
            RawServer.talking(
                socket -> {
                  OutputStream out = socket.getOutputStream();
                  out.write("HTTP/1.1 200 OK\r\nX-Slow: ".getBytes(StandardCharsets.US_ASCII));
                  while (!never.await(20, TimeUnit.MILLISECONDS)) {
                    out.write('x');
                    out.flush();
                  }
                });
        WebhookClient hasty =
            WebhookClient.builder()
                .policy(WebhookFixture.local())
                .requestTimeout(Duration.ofSeconds(10))
                .build()) {
      Webhooks webhooks = fixture.started(fixture.builder(fixture.relays()).client(hasty));
      webhooks.put(other(slow.url()));
      fixture.publish("first", 1, 1);
      Eventually.holds("it is busy", () -> slow.connections() == 1);
      webhooks.put(fixture.to(good));
      publishAll();

      assertTheGoodOneGetsAllInOrder();
      Eventually.holds("it is cut off", () -> !fixture.told(RelayChange.Held.class).isEmpty());
      assertThat(fixture.told(RelayChange.Held.class).get(0).reason())
          .isEqualTo("no answer within PT10S");
      webhooks.stop(Duration.ZERO);
    }
  }

  @Test
  void stoppingWaitsForWhatIsUnderWayAndNothingIsSentTwice() throws Exception {
    CountDownLatch mayAnswer = new CountDownLatch(1);
    good.answering(
        request -> {
          await(mayAnswer);
          return Answer.of(200);
        });
    Webhooks webhooks = fixture.started();
    webhooks.put(fixture.to(good));
    fixture.publish("a", 1, 1);
    WebhookFixture.awaitRequests(good, 1);
    CompletableFuture<Boolean> stopped =
        CompletableFuture.supplyAsync(() -> webhooks.stop(Duration.ofSeconds(30)));
    Eventually.holds(
        "it stops",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("semel-webhook-stop-" + fixture.name)));
    assertThat(stopped).isNotDone();
    mayAnswer.countDown();

    assertThat(stopped.get()).isTrue();
    assertThat(webhooks.status(fixture.name).relay().waitingEvents()).isZero();
    Webhooks next = fixture.started();
    next.put(fixture.to(good));
    fixture.publish("a", 2, 2);
    WebhookFixture.awaitRequests(good, 2);
    assertThat(WebhookFixture.numbersOf(good, "a")).containsExactly(1, 2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void severalNodesShareAnEndpointInOrder() {
    Webhooks one = fixture.started(fixture.builder(fixture.relays()).node("one-" + fixture.name));
    Webhooks two = fixture.started(fixture.builder(fixture.relays()).node("two-" + fixture.name));
    one.put(fixture.to(good));
    two.put(fixture.to(good));
    Eventually.holds("both are there", () -> one.status(fixture.name).relay().nodes().size() == 2);
    publishAll();

    assertTheGoodOneGetsAllInOrder();
  }
}
