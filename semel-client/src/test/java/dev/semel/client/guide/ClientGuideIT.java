package dev.semel.client.guide;

import static dev.semel.client.ScriptedServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.client.AnswerHeaders;
import dev.semel.client.AttemptReport;
import dev.semel.client.ClientIntent;
import dev.semel.client.ClientListener;
import dev.semel.client.ClientOutcome;
import dev.semel.client.KeyHeader;
import dev.semel.client.RetentionSettings;
import dev.semel.client.RetrySettings;
import dev.semel.client.ScriptedServer;
import dev.semel.client.SemelClient;
import dev.semel.client.UnknownOutcomeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of the guide on the client. */
class ClientGuideIT {
  /** Without the waits that a reader would want and a test does not. */
  private static final RetrySettings AT_ONCE =
      RetrySettings.standard().attempts(2).backoff(Duration.ofMillis(1), Duration.ofMillis(1));

  private final ScriptedServer server = ScriptedServer.start();
  private final URI orders = server.uri();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theSmallestUse() {
    server.then(answer(201, "order 1"));
    // snippet: client-smallest
    SemelClient client = SemelClient.standard();

    ClientIntent intent =
        ClientIntent.post(orders)
            .header("Content-Type", "application/json")
            .body("{\"item\":17}")
            .build();

    ClientOutcome<String> outcome = client.send(intent, BodyHandlers.ofString());
    // end snippet
    assertThat(outcome.orElseThrow().body()).isEqualTo("order 1");
  }

  // snippet: client-outcomes
  static String tell(ClientOutcome<String> outcome) {
    if (outcome instanceof ClientOutcome.Answered<String> answered) {
      return "the server says %d".formatted(answered.response().statusCode());
    }
    if (outcome instanceof ClientOutcome.Failed<String> failed) {
      return "not ordered: %s".formatted(failed.reason());
    }
    ClientOutcome.Unknown<String> unknown = (ClientOutcome.Unknown<String>) outcome;
    return "perhaps ordered, do not order again: %s".formatted(unknown.doubt());
  }

  // end snippet

  @Test
  void outcomesAreToldApart() {
    SemelClient client = SemelClient.builder().retrying(AT_ONCE).build();
    ClientIntent intent = ClientIntent.post(orders).build();
    server.then(ScriptedServer.resetAfterRequest(), ScriptedServer.resetAfterRequest());
    assertThat(tell(client.send(intent, BodyHandlers.ofString())))
        .isEqualTo("perhaps ordered, do not order again: NO_ANSWER");
    server.then(answer(201, ""));
    assertThat(tell(client.send(intent, BodyHandlers.ofString()))).isEqualTo("the server says 201");
    server.close();
    assertThat(tell(client.send(ClientIntent.post(orders).build(), BodyHandlers.ofString())))
        .isEqualTo("not ordered: ATTEMPTS_USED_UP");
  }

  @Test
  void anUnknownOutcomeCanBeThrown() {
    SemelClient client = SemelClient.builder().retrying(AT_ONCE).build();
    ClientIntent intent = ClientIntent.post(orders).build();
    server.then(ScriptedServer.resetAfterRequest(), ScriptedServer.resetAfterRequest());
    assertThatThrownBy(
            () -> {
              // snippet: client-or-else-throw
              HttpResponse<String> response =
                  client.send(intent, BodyHandlers.ofString()).orElseThrow();
              // end snippet
              assertThat(response).isNull();
            })
        .isInstanceOf(UnknownOutcomeException.class);
  }

  @Test
  void aKeyCanBeGiven() {
    server.then(answer(201, ""));
    SemelClient client = SemelClient.standard();
    // snippet: client-key
    ClientIntent intent =
        ClientIntent.post(orders).key("basket-4711-checkout").body("{\"item\":17}").build();
    // end snippet
    client.send(intent, BodyHandlers.discarding());
    assertThat(server.requests().get(0).header("Idempotency-Key"))
        .isEqualTo("\"basket-4711-checkout\"");
  }

  @Test
  void everythingCanBeSet() {
    // snippet: client-settings
    SemelClient client =
        SemelClient.builder()
            .httpClient(HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build())
            .retrying(
                RetrySettings.standard()
                    .attempts(4)
                    .within(Duration.ofSeconds(30))
                    .attemptTimeout(Duration.ofSeconds(10))
                    .backoff(Duration.ofMillis(200), Duration.ofSeconds(5)))
            .keyHeader(KeyHeader.standard().bare())
            .retention(RetentionSettings.standard().lifetime(Duration.ofDays(7)))
            .answerHeaders(AnswerHeaders.standard().shouldRetry("Stripe-Should-Retry"))
            .build();
    // end snippet
    server.then(answer(500, "", "Stripe-Should-Retry: false"));
    ClientIntent intent = ClientIntent.post(orders).key("k-1").build();
    assertThat(client.send(intent, BodyHandlers.discarding()).attempts()).isEqualTo(1);
    assertThat(server.requests().get(0).header("Idempotency-Key")).isEqualTo("k-1");
  }

  @Test
  void bodiesCanBeSentAgain(@TempDir Path folder) throws IOException {
    byte[] bytes = {1, 2, 3};
    Path file = Files.write(folder.resolve("scan.pdf"), bytes);
    // snippet: client-bodies
    ClientIntent.post(orders).body("text, in UTF-8");
    ClientIntent.post(orders).body(bytes);
    ClientIntent.post(orders).body(file);
    ClientIntent.post(orders).body(() -> BodyPublishers.ofInputStream(() -> open(file)));
    // end snippet
    SemelClient client = SemelClient.builder().retrying(AT_ONCE).build();
    ClientIntent intent =
        ClientIntent.post(orders)
            .body(() -> BodyPublishers.ofInputStream(() -> open(file)))
            .build();
    server.then(answer(500, ""), answer(200, ""));
    assertThat(client.send(intent, BodyHandlers.discarding()).attempts()).isEqualTo(2);
    assertThat(server.requests()).allSatisfy(r -> assertThat(r.body()).hasSize(3));
  }

  private static InputStream open(Path file) {
    try {
      return Files.newInputStream(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void credentialsAreMadeAnew() {
    Tokens tokens = new Tokens();
    // snippet: client-decorator
    SemelClient client =
        SemelClient.builder()
            .decorator((intent, attempt) -> Map.of("Authorization", "Bearer " + tokens.fresh()))
            .build();
    // end snippet
    server.then(answer(200, ""));
    client.send(ClientIntent.post(orders).build(), BodyHandlers.discarding());
    assertThat(server.requests().get(0).header("Authorization")).isEqualTo("Bearer t-1");
  }

  /** Stands for whatever hands out credentials. */
  static final class Tokens {
    private int given;

    synchronized String fresh() {
      return "t-" + ++given;
    }
  }

  @Test
  void aCallNeedNotBeWaitedFor() {
    SemelClient client = SemelClient.builder().retrying(AT_ONCE).build();
    ClientIntent intent = ClientIntent.post(orders).build();
    server.then(answer(503, ""), answer(201, ""));
    // snippet: client-async
    CompletableFuture<String> told =
        client.sendAsync(intent, BodyHandlers.ofString()).thenApply(outcome -> tell(outcome));
    // end snippet
    assertThat(told.join()).isEqualTo("the server says 201");
  }

  // snippet: client-listener
  static final class Counting implements ClientListener {
    final List<String> lines = new ArrayList<>();

    @Override
    public synchronized void onAttempt(AttemptReport attempt) {
      lines.add(
          "attempt %d at %s: %s"
              .formatted(attempt.number(), attempt.intent().shortDigest(), attempt.status()));
    }

    @Override
    public synchronized void onOutcome(ClientIntent intent, ClientOutcome<?> outcome) {
      lines.add("ended as " + outcome.getClass().getSimpleName());
    }
  }

  // end snippet

  @Test
  void aListenerCounts() {
    Counting counting = new Counting();
    SemelClient client = SemelClient.builder().retrying(AT_ONCE).listener(counting).build();
    ClientIntent intent = ClientIntent.post(orders).build();
    server.then(answer(503, ""), answer(201, ""));
    client.send(intent, BodyHandlers.discarding());
    assertThat(counting.lines)
        .containsExactly(
            "attempt 1 at " + intent.shortDigest() + ": 503",
            "attempt 2 at " + intent.shortDigest() + ": 201",
            "ended as Answered");
  }
}
