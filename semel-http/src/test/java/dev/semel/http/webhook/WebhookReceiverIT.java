package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.RetryPolicy;
import dev.semel.Semel;
import dev.semel.http.webhook.WebhookSupport.Stored;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.nio.charset.StandardCharsets;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of verified messages, whatever framework passed them on. */
@ExtendWith(PostgresExtension.class)
class WebhookReceiverIT {
  /** Gives up soon. */
  private static final RetryPolicy HASTY =
      new RetryPolicy(2, Duration.ofSeconds(2), Duration.ofMillis(1), Duration.ofMillis(1));

  private final WebhookSupport hooks;
  private final String id = WebhookSupport.newId();

  WebhookReceiverIT(PostgresDatabase database) {
    this.hooks = new WebhookSupport(database);
  }

  private static String text(WebhookReply reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private WebhookReply deliver(WebhookReceiver receiver) {
    return receiver.receive(hooks.delivery(id).asRequest());
  }

  @Test
  void aHandlerThatFailsLeavesNothingAndTheRetryRuns() {
    AtomicInteger runs = new AtomicInteger();
    WebhookReceiver receiver =
        hooks
            .receiver()
            .handler(
                (effect, message) -> {
                  WebhookSupport.insert(effect, message);
                  if (runs.incrementAndGet() == 1) {
                    throw new IllegalStateException("out of order: " + message.id());
                  }
                })
            .build();

    WebhookReply first = deliver(receiver);
    Stored afterwards = hooks.stored(id);
    WebhookReply retry = deliver(receiver);

    assertThat(first.status()).isEqualTo(500);
    assertThat(text(first)).contains("\"not_applied\"").doesNotContain("order", id);
    assertThat(afterwards).isEqualTo(Stored.NOTHING);
    assertThat(retry.result()).isEqualTo(WebhookResult.APPLIED);
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
    assertThat(hooks.results()).containsExactly(WebhookResult.FAILED, WebhookResult.APPLIED);
  }

  @Test
  void brokenSqlIsAFailureAndShowsNothing() {
    WebhookReceiver receiver =
        hooks
            .receiver()
            .handler(
                (effect, message) -> {
                  try (Statement statement = effect.connection().createStatement()) {
                    statement.execute("SELECT 1 / 0 AS secret");
                  }
                })
            .build();

    WebhookReply reply = deliver(receiver);

    assertThat(reply.status()).isEqualTo(500);
    assertThat(text(reply)).doesNotContain("secret", "division", "22012");
    assertThat(hooks.stored(id)).isEqualTo(Stored.NOTHING);
  }

  @Test
  void aMissingTableIsMendedByOperatorsWhileTheSenderComesBack() {
    WebhookReceiver receiver =
        hooks
            .receiver()
            .handler(
                (effect, message) -> {
                  try (Statement statement = effect.connection().createStatement()) {
                    statement.execute("SELECT 1 FROM nowhere");
                  }
                })
            .build();

    WebhookReply reply = deliver(receiver);

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.headers()).containsKey("Retry-After");
    assertThat(text(reply)).doesNotContain("nowhere");
    assertThat(hooks.stored(id)).isEqualTo(Stored.NOTHING);
  }

  private WebhookReceiverBuilder rejecting(AtomicInteger runs) {
    return hooks
        .receiver()
        .handler(
            (effect, message) -> {
              runs.incrementAndGet();
              WebhookSupport.insert(effect, message);
              throw effect.reject("UNKNOWN_INVOICE", "there is no invoice 7");
            });
  }

  @Test
  void aRejectedMessageIsStoredAndNotAskedForAgain() {
    AtomicInteger runs = new AtomicInteger();
    WebhookReceiver receiver = rejecting(runs).build();

    WebhookReply first = deliver(receiver);
    WebhookReply retry = deliver(receiver);

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.result()).isEqualTo(WebhookResult.REJECTED);
    assertThat(first.headers()).doesNotContainKey("Idempotent-Replayed");
    assertThat(retry.status()).isEqualTo(200);
    assertThat(retry.result()).isEqualTo(WebhookResult.REJECTED);
    assertThat(retry.headers()).containsEntry("Idempotent-Replayed", "true");
    assertThat(runs).hasValue(1);
    assertThat(hooks.stored(id)).isEqualTo(new Stored(0, 0, 1));
  }

  @Test
  void aSenderCanBeToldOfRejections() {
    WebhookReceiver receiver = rejecting(new AtomicInteger()).rejectionStatus(422).build();

    WebhookReply first = deliver(receiver);
    WebhookReply retry = deliver(receiver);

    assertThat(first.status()).isEqualTo(422);
    assertThat(text(first)).contains("\"status\":422", "\"rejected\"").doesNotContain("invoice");
    assertThat(retry.status()).isEqualTo(422);
    assertThat(retry.body()).isEqualTo(first.body());
  }

  @Test
  void whileAMessageIsBeingAppliedItsSenderIsAskedToComeBack() {
    Checkpoints checkpoints = new Checkpoints();
    PostgresStore store = PostgresStore.on(hooks.database.dataSource());
    WebhookReceiver first =
        hooks.receiver(Semel.builder(store).boundaries(checkpoints).build()).build();
    WebhookReceiver otherNode = hooks.receiver().build();
    CompletableFuture<WebhookReply> running;

    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, id)) {
      running = WebhookSupport.start(() -> deliver(first));
      held.awaitReached();
      for (WebhookReceiver receiver : new WebhookReceiver[] {first, otherNode}) {
        WebhookReply duplicate = deliver(receiver);
        assertThat(duplicate.status()).isEqualTo(503);
        assertThat(duplicate.headers()).containsEntry("Retry-After", "5");
        assertThat(text(duplicate)).contains("\"in_progress\"", "\"retry_after\":5");
      }
    }

    assertThat(WebhookSupport.result(running).result()).isEqualTo(WebhookResult.APPLIED);
    assertThat(deliver(otherNode).result()).isEqualTo(WebhookResult.DUPLICATE);
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }

  @Test
  void whenTheStoreIsAwayNothingRunsAndTheSenderIsAskedToComeBack() {
    try (FaultProxy proxy = FaultProxy.to(hooks.database.host(), hooks.database.port())) {
      AtomicInteger runs = new AtomicInteger();
      Semel semel = WebhookSupport.semel(hooks.database.dataSourceVia(proxy.host(), proxy.port()));
      WebhookReceiver receiver =
          hooks
              .receiver(semel)
              .operation(operation -> operation.retrying(RetryPolicy.never()))
              .handler(
                  (effect, message) -> {
                    runs.incrementAndGet();
                    WebhookSupport.insert(effect, message);
                  })
              .build();
      proxy.refuseNew();

      WebhookReply away = deliver(receiver);
      int runsWhileAway = runs.get();
      proxy.heal();
      WebhookReply back = deliver(receiver);

      assertThat(away.status()).isEqualTo(503);
      assertThat(away.headers()).containsEntry("Retry-After", "10");
      assertThat(text(away)).contains("\"store_unavailable\"").doesNotContain("ocalhost", "08001");
      assertThat(runsWhileAway).isZero();
      assertThat(back.result()).isEqualTo(WebhookResult.APPLIED);
      assertThat(hooks.results())
          .containsExactly(WebhookResult.STORE_UNAVAILABLE, WebhookResult.APPLIED);
    }
  }

  @Test
  void aLostReplyOfTheDatabaseIsNoSecondEffect() {
    try (FaultProxy proxy = FaultProxy.to(hooks.database.host(), hooks.database.port())) {
      WebhookReceiver receiver =
          hooks
              .receiver(
                  WebhookSupport.semel(hooks.database.dataSourceVia(proxy.host(), proxy.port())))
              .build();
      proxy.onMessage("COMMIT").loseReply();

      assertThat(deliver(receiver).status()).isEqualTo(200);
      proxy.awaitFired();
    }
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }

  @Test
  void aCommitWhoseReplyIsLostForGoodMayHaveAppliedTheMessage() {
    try (FaultProxy proxy = FaultProxy.to(hooks.database.host(), hooks.database.port())) {
      WebhookReceiver receiver =
          hooks
              .receiver(
                  WebhookSupport.semel(hooks.database.dataSourceVia(proxy.host(), proxy.port())))
              .operation(operation -> operation.retrying(HASTY))
              .handler(
                  (effect, message) -> {
                    WebhookSupport.insert(effect, message);
                    // From here on there is no way back to the store.
                    proxy.refuseNew();
                  })
              .build();
      Fault lost = proxy.onMessage("COMMIT").loseReply();

      WebhookReply unknown = deliver(receiver);
      lost.awaitFired();
      proxy.heal();
      WebhookReply retry = deliver(receiver);

      assertThat(unknown.status()).isEqualTo(503);
      assertThat(unknown.headers()).containsEntry("Retry-After", "10");
      assertThat(text(unknown))
          .contains("\"commit_unknown\"", "\"retryable\":true", "may have been applied")
          .doesNotContain("Nothing was done");
      assertThat(retry.result()).isEqualTo(WebhookResult.DUPLICATE);
      assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
      assertThat(hooks.results())
          .containsExactly(WebhookResult.COMMIT_UNKNOWN, WebhookResult.DUPLICATE);
    }
  }

  @Test
  void aSchemeThatThrowsLetsNothingIn() {
    Sender broken =
        Sender.forTenant(
            "acme",
            request -> {
              throw new IllegalArgumentException("not base64");
            });
    WebhookReceiver receiver = hooks.receiver().sender(broken).build();

    WebhookReply reply = deliver(receiver);

    assertThat(reply.status()).isEqualTo(500);
    assertThat(text(reply)).doesNotContain("base64");
    assertThat(hooks.stored(id)).isEqualTo(Stored.NOTHING);
  }

  @Test
  void aListenerThatFailsDoesNoHarm() {
    WebhookReceiver receiver =
        hooks
            .receiver()
            .listener(
                delivery -> {
                  throw new IllegalStateException("a listener of somebody");
                })
            .build();

    assertThat(deliver(receiver).status()).isEqualTo(200);
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }

  @Test
  void aBodyThatIsTooLargeIsNotLookedAt() {
    WebhookReceiver receiver = hooks.receiver().maxBodyBytes(10).build();

    WebhookReply reply = deliver(receiver);

    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.result()).isEqualTo(WebhookResult.TOO_LARGE);
  }
}
