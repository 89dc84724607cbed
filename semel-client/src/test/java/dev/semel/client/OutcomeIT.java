package dev.semel.client;

import static dev.semel.client.ScriptedServer.answer;
import static dev.semel.client.TestClients.answered;
import static dev.semel.client.TestClients.failed;
import static dev.semel.client.TestClients.order;
import static dev.semel.client.TestClients.send;
import static dev.semel.client.TestClients.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testing.net.FreePorts;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failure, of which nothing came, is told from an outcome that nobody knows. */
class OutcomeIT {
  private static final String PROBLEM = "Content-Type: application/problem+json";
  private static final RetrySettings TWICE = RetrySettings.standard().attempts(2);

  private final ManualTiming timing = new ManualTiming();
  private final ScriptedServer server = ScriptedServer.start();
  private final SemelClient client = TestClients.on(timing).retrying(TWICE).build();

  @AfterEach
  void stop() {
    server.close();
  }

  private ClientOutcome<String> sendOrder() {
    return send(client, order(server.uri()));
  }

  private ClientOutcome<String> sendImpatiently(ClientIntent intent) {
    RetrySettings impatient = TWICE.attemptTimeout(TestClients.SHORT);
    return send(TestClients.on(timing).retrying(impatient).build(), intent);
  }

  @Test
  void nothingHappenedIfEveryConnectionWasRefused() {
    ClientIntent intent = order(ScriptedServer.uri(FreePorts.pick()));
    ClientOutcome.Failed<String> failed = failed(send(client, intent));
    assertThat(failed.lastFailure()).isInstanceOf(ConnectException.class);
    assertThat(failed.lastAnswer()).isNull();
    assertThat(failed.attempts()).isEqualTo(2);
    assertThat(failed.reason()).isEqualTo(StopReason.ATTEMPTS_USED_UP);
    assertThat(intent.firstAttemptAt()).isNull();
  }

  @Test
  void nothingHappenedIfTheHostHasNoAddress() {
    ClientIntent intent = order(URI.create("http://no-such-host.invalid/orders"));
    assertThat(failed(send(client, intent)).lastFailure()).isInstanceOf(ConnectException.class);
  }

  @Test
  void nothingHappenedIfNoConnectionCameAboutInTime() throws IOException {
    try (FullServer full = new FullServer()) {
      ClientIntent intent = order(ScriptedServer.uri(full.port()));
      assertThat(failed(sendImpatiently(intent)).lastFailure())
          .isInstanceOf(HttpConnectTimeoutException.class);
    }
  }

  /** Listens, and has so many connections waiting that the system takes no more. */
  private static final class FullServer implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> waiting = new ArrayList<>();

    FullServer() throws IOException {
      try {
        for (int i = 0; i < 10; i++) {
          Socket next = new Socket();
          waiting.add(next);
          next.connect(socket.getLocalSocketAddress(), 1_000);
        }
      } catch (SocketTimeoutException e) {
        // Now it is full.
      }
    }

    int port() {
      return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      for (Socket open : waiting) {
        open.close();
      }
      socket.close();
    }
  }

  @Test
  void nothingHappenedIfTheServerTurnedEveryAttemptAway() {
    server.then(answer(429, "slow down", "Retry-After: 1"), answer(425, "too early"));
    ClientIntent intent = order(server.uri());
    ClientOutcome.Failed<String> failed = failed(send(client, intent));
    assertThat(failed.lastAnswer()).isNotNull();
    assertThat(failed.lastAnswer().status()).isEqualTo(425);
    assertThat(failed.lastAnswer().body()).isEqualTo("too early");
    assertThat(failed.lastFailure()).isNull();
    assertThat(intent.firstAttemptAt()).isNull();
  }

  @Test
  void aLostAnswerIsUnknown() {
    server.then(ScriptedServer.resetAfterRequest(), ScriptedServer.resetAfterRequest());
    ClientIntent intent = order(server.uri());
    ClientOutcome.Unknown<String> unknown = unknown(send(client, intent));
    assertThat(unknown.doubt()).isEqualTo(Doubt.NO_ANSWER);
    assertThat(unknown.lastFailure()).isInstanceOf(IOException.class);
    assertThat(intent.firstAttemptAt()).isEqualTo(ManualTiming.START);
  }

  @Test
  void anAnswerThatDoesNotComeInTimeIsUnknown() {
    server.then(ScriptedServer.silence(), ScriptedServer.silence());
    ClientOutcome.Unknown<String> unknown = unknown(sendImpatiently(order(server.uri())));
    assertThat(unknown.doubt()).isEqualTo(Doubt.NO_ANSWER);
    assertThat(unknown.lastFailure()).isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void aRequestThatWasCutOffIsUnknownForTheClientCannotTell() {
    server.then(ScriptedServer.resetAtFirstByte(), ScriptedServer.resetAtFirstByte());
    assertThat(unknown(sendOrder()).doubt()).isEqualTo(Doubt.NO_ANSWER);
  }

  @Test
  void aRefusedConnectionAfterALostAnswerIsUnknown() {
    server.then(ScriptedServer.resetAfterRequest());
    timing.onWait(server::close);
    ClientOutcome.Unknown<String> unknown = unknown(sendOrder());
    assertThat(unknown.doubt()).isEqualTo(Doubt.NO_ANSWER);
    assertThat(unknown.lastFailure()).isInstanceOf(ConnectException.class);
  }

  @Test
  void aCallAfterOneThatEndedUnknownDoesNotForgetIt() {
    server.then(ScriptedServer.resetAfterRequest(), ScriptedServer.resetAfterRequest());
    ClientIntent intent = order(server.uri());
    send(client, intent);
    server.close();
    assertThat(unknown(send(client, intent)).doubt()).isEqualTo(Doubt.NO_ANSWER);
  }

  @Test
  void anIntentOfAnEarlierProcessIsNotCalledFailed() {
    ClientIntent intent =
        ClientIntent.post(ScriptedServer.uri(FreePorts.pick()))
            .key("k-1")
            .attemptedBefore(ManualTiming.START.minusSeconds(60))
            .build();
    assertThat(unknown(send(client, intent)).doubt()).isEqualTo(Doubt.NO_ANSWER);
  }

  @Test
  void anAttemptAtWorkIsUnknownYet() {
    String body = "{\"code\":\"in_progress\"}";
    server.then(answer(409, body, PROBLEM), answer(409, body, PROBLEM));
    ClientOutcome.Unknown<String> unknown = unknown(sendOrder());
    assertThat(unknown.doubt()).isEqualTo(Doubt.IN_PROGRESS);
    assertThat(unknown.lastAnswer()).isNotNull();
    assertThat(unknown.lastAnswer().body()).isEqualTo(body);
    assertThat(unknown.lastFailure()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  void aServerErrorIsUnknown(int status) {
    server.then(answer(status, "oops"), answer(status, "again", "X-Trace: 7"));
    ClientOutcome.Unknown<String> unknown = unknown(sendOrder());
    assertThat(unknown.doubt()).isEqualTo(Doubt.SERVER_ERROR);
    assertThat(unknown.lastAnswer()).isNotNull();
    assertThat(unknown.lastAnswer().status()).isEqualTo(status);
    assertThat(unknown.lastAnswer().body()).isEqualTo("again");
    assertThat(unknown.lastAnswer().headers().firstValue("X-Trace")).contains("7");
  }

  @Test
  void beingTurnedAwayAfterALostAnswerDoesNotTakeTheDoubtAway() {
    server.then(ScriptedServer.resetAfterRequest(), answer(429, "", "Retry-After: 1"));
    assertThat(unknown(sendOrder()).doubt()).isEqualTo(Doubt.NO_ANSWER);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 429})
  void whatIsSaidAtTheDoorAfterALostAnswerIsUnknown(int status) {
    server.then(ScriptedServer.resetAfterRequest(), answer(status, "not you"));
    ClientOutcome.Unknown<String> unknown = unknown(sendOrder());
    assertThat(unknown.reason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThat(unknown.lastAnswer()).isNotNull();
    assertThat(unknown.lastAnswer().body()).isEqualTo("not you");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 400, 404, 409, 422})
  void anAnswerAfterALostAnswerIsTheAnswer(int status) {
    server.then(ScriptedServer.resetAfterRequest(), answer(status, "settled"));
    assertThat(answered(sendOrder()).response().statusCode()).isEqualTo(status);
  }

  @Test
  void aServerThatDoesNotKnowIsUnknown() {
    server.then(answer(500, "{\"code\":\"outcome_unknown\",\"retryable\":false}", PROBLEM));
    ClientOutcome.Unknown<String> unknown = unknown(sendOrder());
    assertThat(unknown.doubt()).isEqualTo(Doubt.SERVER_UNSURE);
    assertThat(unknown.reason()).isEqualTo(StopReason.NOT_RETRYABLE);
    assertThatThrownBy(unknown::orElseThrow)
        .isInstanceOf(UnknownOutcomeException.class)
        .hasMessageContaining("find out at the server");
  }

  @Test
  void anAnswerThatTheHandlerFailsOnIsUnknownAndNotAskedForAgain() {
    server.then(answer(201, "made"));
    ClientOutcome<String> outcome =
        client.send(
            order(server.uri()),
            info -> {
              throw new IllegalStateException("a bug of the caller");
            });
    ClientOutcome.Unknown<String> unknown = unknown(outcome);
    assertThat(unknown.reason()).isEqualTo(StopReason.ANSWER_UNREADABLE);
    assertThat(unknown.lastAnswer()).hasToString("status 201");
    assertThat(unknown.lastFailure()).hasMessageContaining("a bug of the caller");
  }

  @Test
  void anErrorThatTheHandlerFailsOnIsUnknownToo() {
    server.then(answer(400, "no"));
    ClientOutcome<String> outcome =
        client.send(
            order(server.uri()),
            info -> {
              throw new IllegalStateException("a bug of the caller");
            });
    assertThat(unknown(outcome).reason()).isEqualTo(StopReason.ANSWER_UNREADABLE);
  }

  @Test
  void whoeverWantsAnExceptionIsToldWhatToDo() {
    ClientIntent refused = order(ScriptedServer.uri(FreePorts.pick()));
    assertThatThrownBy(() -> send(client, refused).orElseThrow())
        .isInstanceOf(CallFailedException.class)
        .hasMessage(
            "nothing happened at the server: gave up after 2 attempts because the attempts are used up; the same intent may be sent again")
        .hasCauseInstanceOf(ConnectException.class);
    server.then(answer(500, ""), answer(503, ""));
    assertThatThrownBy(() -> sendOrder().orElseThrow())
        .isInstanceOf(UnknownOutcomeException.class)
        .hasMessage(
            "the outcome is unknown: the server failed, before or after it did what was asked; gave up after 2 attempts because the attempts are used up (last answer: status 503); send the same intent again, never one with a new key");
  }

  @Test
  void anAnswerIsGivenToWhoeverWantsOne() {
    server.then(answer(200, "ok"));
    assertThat(sendOrder().orElseThrow().body()).isEqualTo("ok");
  }

  @Test
  void aConnectTimeoutOfTheHttpClientCountsAsNotSent() throws IOException {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMillis(200))
            .build();
    SemelClient quick =
        SemelClient.builder().httpClient(http).timing(timing).retrying(TWICE).build();
    try (FullServer full = new FullServer()) {
      ClientIntent intent = order(ScriptedServer.uri(full.port()));
      assertThat(failed(send(quick, intent)).attempts()).isEqualTo(2);
    }
  }
}
