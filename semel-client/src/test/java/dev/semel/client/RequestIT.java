package dev.semel.client;

import static dev.semel.client.ScriptedServer.answer;
import static dev.semel.client.TestClients.answered;
import static dev.semel.client.TestClients.send;
import static dev.semel.client.TestClients.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.semel.testing.net.FreePorts;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an attempt looks like to the server, and what a listener hears of it. */
class RequestIT {
  private static final KeyHeader STANDARD = KeyHeader.standard();

  private final ManualTiming timing = new ManualTiming();
  private final ScriptedServer server = ScriptedServer.start();
  private final SemelClient client = TestClients.on(timing).build();

  @AfterEach
  void stop() {
    server.close();
  }

  private String keySent(KeyHeader header, ClientIntent intent) {
    server.then(answer(200, ""));
    answered(send(TestClients.on(timing).keyHeader(header).build(), intent));
    List<String> sent = server.received(header.name());
    return sent.get(sent.size() - 1);
  }

  private ClientIntent.Builder post() {
    return ClientIntent.post(server.uri());
  }

  @Test
  void theKeyIsQuotedOrBareUnderTheNameThatWasChosen() {
    assertThat(keySent(STANDARD, post().key("k 1").build())).isEqualTo("\"k 1\"");
    assertThat(keySent(STANDARD.bare(), post().key("k-1").build())).isEqualTo("k-1");
    assertThat(keySent(STANDARD.named("PayPal-Request-Id"), post().key("k-1").build()))
        .isEqualTo("\"k-1\"");
  }

  @Test
  void aKeyThatWasGivenWins() {
    assertThat(keySent(STANDARD.bare(), post().key("mine").build())).isEqualTo("mine");
  }

  @Test
  void aKeyIsGeneratedWhereNoneWasGiven() {
    ClientIntent intent = post().build();
    assertThat(keySent(STANDARD.bare(), intent)).isEqualTo(intent.key()).hasSize(36);
    assertThat(post().build().key()).isNotEqualTo(intent.key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
  void noKeyIsSentWhereNothingIsChanged(String method) {
    ClientIntent intent = ClientIntent.of(method, server.uri()).build();
    assertThat(keySent(STANDARD, intent)).isEmpty();
    assertThat(server.requests().get(0).requestLine()).startsWith(method + " /orders ");
    assertThat(server.requests().get(0).body()).isEmpty();
  }

  @Test
  void aKeyThatWasGivenIsSentWithAGet() {
    assertThat(keySent(STANDARD, ClientIntent.get(server.uri()).key("k").build()))
        .isEqualTo("\"k\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PATCH", "PUT", "DELETE"})
  void aKeyIsSentWithWhateverChangesSomething(String method) {
    ClientIntent intent = ClientIntent.of(method, server.uri()).key("k").build();
    assertThat(keySent(STANDARD, intent)).isEqualTo("\"k\"");
  }

  @Test
  void aGetIsRetriedWithoutAKey() {
    server.then(answer(503, ""), ScriptedServer.closeAfterRequest(), answer(200, "ok"));
    ClientIntent intent = ClientIntent.get(server.uri()).build();
    assertThat(answered(send(client, intent)).response().body()).isEqualTo("ok");
    assertThat(server.received("Idempotency-Key")).containsOnly("");
  }

  @Test
  void aKeyThatTheFormCannotCarryIsRefusedBeforeAnythingIsSent() {
    SemelClient bare = TestClients.on(timing).keyHeader(STANDARD.bare()).build();
    ClientIntent intent = post().key("a b").build();
    assertThatIllegalArgumentException().isThrownBy(() -> send(bare, intent));
    assertThat(intent.firstAttemptAt()).isNull();
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void headersAreSentAndTheDecoratorsReplaceThem() {
    SemelClient decorated =
        TestClients.on(timing)
            .decorator(
                (intent, attempt) -> Map.of("authorization", "Bearer " + attempt, "X-Try", "yes"))
            .build();
    server.then(answer(500, ""), answer(200, ""));
    ClientIntent intent =
        post().header("Authorization", "old").header("Content-Type", "text/plain").build();
    answered(send(decorated, intent));
    assertThat(server.received("Authorization")).containsExactly("Bearer 1", "Bearer 2");
    assertThat(server.received("X-Try")).containsExactly("yes", "yes");
    assertThat(server.received("Content-Type")).containsExactly("text/plain", "text/plain");
  }

  @Test
  void nobodyMaySetTheKeyHeaderOtherwise() {
    ClientIntent intent = post().header("idempotency-key", "other").build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> send(client, intent))
        .withMessageContaining("carries the key; give it by ClientIntent.Builder.key");
    SemelClient decorated =
        TestClients.on(timing)
            .decorator((ignored, attempt) -> Map.of("Idempotency-Key", "other"))
            .build();
    assertThatIllegalArgumentException().isThrownBy(() -> send(decorated, post().build()));
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void aHeaderThatWasNotKeptHasToBeSupplied() {
    ClientIntent intent = post().withheldHeader("Authorization").build();
    assertThatIllegalStateException()
        .isThrownBy(() -> send(client, intent))
        .withMessageContaining("[authorization]; supply them by a RequestDecorator");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void aDecoratorThatFailsAtFirstFailsTheCall() {
    SemelClient decorated =
        TestClients.on(timing)
            .decorator(
                (intent, attempt) -> {
                  throw new IllegalStateException("no token");
                })
            .build();
    assertThatIllegalStateException().isThrownBy(() -> send(decorated, post().build()));
  }

  @Test
  void aDecoratorThatFailsLaterDoesNotHideTheDoubt() {
    SemelClient decorated =
        TestClients.on(timing)
            .decorator(
                (intent, attempt) -> {
                  if (attempt == 1) {
                    return Map.of();
                  }
                  throw new IllegalStateException("no token");
                })
            .build();
    server.then(ScriptedServer.resetAfterRequest());
    ClientOutcome.Unknown<String> unknown = unknown(send(decorated, post().build()));
    assertThat(unknown.reason()).isEqualTo(StopReason.CANNOT_REPEAT);
    assertThat(unknown.attempts()).isEqualTo(1);
    assertThat(unknown.lastFailure()).hasMessage("no token");
  }

  /** Writes down what it hears, and fails on it. */
  private static final class Listening implements ClientListener {
    private final List<AttemptReport> attempts = new ArrayList<>();
    private final List<ClientOutcome<?>> outcomes = new ArrayList<>();

    @Override
    public void onAttempt(AttemptReport attempt) {
      attempts.add(attempt);
      throw new IllegalStateException("on purpose");
    }

    @Override
    public void onOutcome(ClientIntent intent, ClientOutcome<?> outcome) {
      outcomes.add(outcome);
      throw new IllegalStateException("on purpose");
    }
  }

  @Test
  void aListenerHearsOfEveryAttemptAndCannotHarmTheCall() {
    Listening listening = new Listening();
    SemelClient listened = TestClients.on(timing).listener(listening).build();
    server.then(
        answer(429, "", "Retry-After: 2"), ScriptedServer.resetAfterRequest(), answer(200, "ok"));
    ClientIntent intent = post().build();
    ClientOutcome<String> outcome = send(listened, intent);
    assertThat(listening.attempts).extracting(AttemptReport::number).containsExactly(1, 2, 3);
    assertThat(listening.attempts)
        .extracting(AttemptReport::status)
        .containsExactly(429, null, 200);
    assertThat(listening.attempts)
        .extracting(AttemptReport::mayHaveHappened)
        .containsExactly(false, true, true);
    assertThat(listening.attempts)
        .extracting(AttemptReport::pause)
        .containsExactly(Duration.ofSeconds(2), Duration.ofMillis(750), null);
    assertThat(listening.attempts).extracting(AttemptReport::intent).containsOnly(intent);
    assertThat(listening.attempts.get(1).failure()).isNotNull();
    assertThat(listening.outcomes).isEqualTo(List.of(outcome));
  }

  @Test
  void aListenerHearsOfWhatNeverLeft() {
    Listening listening = new Listening();
    SemelClient listened =
        TestClients.on(timing)
            .listener(listening)
            .retrying(RetrySettings.standard().attempts(1))
            .build();
    URI closed = ScriptedServer.uri(FreePorts.pick());
    ClientOutcome<String> outcome = send(listened, ClientIntent.post(closed).build());
    assertThat(listening.attempts)
        .singleElement()
        .satisfies(
            attempt -> {
              assertThat(attempt.mayHaveHappened()).isFalse();
              assertThat(attempt.failure()).isInstanceOf(ConnectException.class);
            });
    assertThat(listening.outcomes).isEqualTo(List.of(outcome));
  }
}
