package dev.semel.client;

import static dev.semel.client.ScriptedServer.answer;
import static dev.semel.client.TestClients.answered;
import static dev.semel.client.TestClients.failed;
import static dev.semel.client.TestClients.order;
import static dev.semel.client.TestClients.send;
import static dev.semel.client.TestClients.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.semel.testing.net.FreePorts;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is retried, with which key, and after which wait. */
class RetryIT {
  private static final String PROBLEM = "Content-Type: application/problem+json";

  private final ManualTiming timing = new ManualTiming();
  private final ScriptedServer server = ScriptedServer.start();
  private final SemelClient client = TestClients.on(timing).build();

  @AfterEach
  void stop() {
    server.close();
  }

  private ClientOutcome<String> sendOrder() {
    return send(client, order(server.uri()));
  }

  @Test
  void anAnswerAtOnceTakesOneAttempt() {
    server.then(answer(201, "made", "Location: /orders/1"));
    ClientOutcome.Answered<String> answered = answered(sendOrder());
    assertThat(answered.response().statusCode()).isEqualTo(201);
    assertThat(answered.response().body()).isEqualTo("made");
    assertThat(answered.response().headers().firstValue("Location")).contains("/orders/1");
    assertThat(answered.attempts()).isEqualTo(1);
    assertThat(answered.replayed()).isFalse();
    assertThat(timing.waits()).isEmpty();
  }

  @Test
  void everyAttemptIsTheSameRequestWithTheSameKey() {
    server.then(
        ScriptedServer.resetAfterRequest(),
        answer(500, "oops"),
        ScriptedServer.closeAfterRequest(),
        answer(201, "made", "Idempotent-Replayed: true"));
    ClientIntent intent = ClientIntent.post(server.uri()).body("{\"item\":17}").build();
    ClientOutcome.Answered<String> answered = answered(send(client, intent));
    assertThat(answered.attempts()).isEqualTo(4);
    assertThat(answered.replayed()).isTrue();
    assertThat(server.received("Idempotency-Key"))
        .hasSize(4)
        .containsOnly('"' + intent.key() + '"');
    assertThat(server.requests())
        .extracting(ReceivedRequest::requestLine, ReceivedRequest::body)
        .containsOnly(tuple("POST /orders HTTP/1.1", "{\"item\":17}"));
  }

  @Test
  void aRequestThatIsCutOffIsRetried() {
    server.then(ScriptedServer.resetAtFirstByte(), answer(200, "ok"));
    assertThat(answered(sendOrder()).attempts()).isEqualTo(2);
  }

  @Test
  void halfAnAnswerIsRetried() {
    server.then(ScriptedServer.halfAnAnswer(201), answer(201, "whole"));
    assertThat(answered(sendOrder()).response().body()).isEqualTo("whole");
  }

  @Test
  void aRefusedConnectionIsRetried() {
    int port = FreePorts.pick();
    try (Late late = new Late(port)) {
      timing.onWait(late::start);
      assertThat(answered(send(client, order(ScriptedServer.uri(port)))).attempts()).isEqualTo(2);
    }
  }

  /** A server that is started while the client waits. */
  private static final class Late implements AutoCloseable {
    private final int port;
    private ScriptedServer server = ScriptedServer.start();

    Late(int port) {
      this.port = port;
    }

    void start() {
      server.close();
      server = ScriptedServer.startAt(port, answer(200, "at last"));
    }

    @Override
    public void close() {
      server.close();
    }
  }

  @Test
  void slowHeadersAreGivenUpAndRetried() {
    assertGivenUpAndRetried(ScriptedServer.silence());
  }

  @Test
  void aBodyThatDoesNotComeIsGivenUpAndRetried() {
    assertGivenUpAndRetried(ScriptedServer.silenceAfterHeaders(200));
  }

  @Test
  void theBodyOfAnErrorThatDoesNotComeIsGivenUpAndRetried() {
    assertGivenUpAndRetried(ScriptedServer.silenceAfterHeaders(400));
  }

  /** On a busy machine an attempt that is answered may be given up too; the next is not. */
  private void assertGivenUpAndRetried(ScriptedServer.Act act) {
    RetrySettings impatient = RetrySettings.standard().attemptTimeout(TestClients.SHORT);
    server.then(act);
    for (int i = 1; i < impatient.maxAttempts(); i++) {
      server.then(answer(200, "ok"));
    }
    Attempts attempts = new Attempts();
    SemelClient listened = TestClients.on(timing).retrying(impatient).listener(attempts).build();

    assertThat(answered(send(listened, order(server.uri()))).response().body()).isEqualTo("ok");
    AttemptReport answered = attempts.reports.remove(attempts.reports.size() - 1);
    assertThat(answered.status()).isEqualTo(200);
    assertThat(attempts.reports)
        .isNotEmpty()
        .allMatch(report -> report.failure() instanceof HttpTimeoutException);
  }

  /** Keeps what it is told. */
  private static final class Attempts implements ClientListener {
    final List<AttemptReport> reports = new CopyOnWriteArrayList<>();

    @Override
    public void onAttempt(AttemptReport attempt) {
      reports.add(attempt);
    }
  }

  @Test
  void anAttemptInProgressIsWaitedForAsLongAsTheServerAsks() {
    server.then(
        answer(409, "{\"code\":\"in_progress\"}", PROBLEM, "Retry-After: 3"),
        answer(409, "{\"type\":\"https://example.com/in-flight\"}", PROBLEM),
        answer(201, "made", "Idempotent-Replayed: true"));
    assertThat(answered(sendOrder()).replayed()).isTrue();
    assertThat(timing.waits()).containsExactly(Duration.ofSeconds(3), Duration.ofMillis(750));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"code\":\"stock_exhausted\"}", "{\"errors\":[{\"code\":\"in_progress\"}]}", ""})
  void aConflictOfTheBusinessIsTheAnswer(String body) {
    server.then(answer(409, body, PROBLEM));
    assertThat(answered(sendOrder()).response().body()).isEqualTo(body);
    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 402, 403, 404, 410, 412, 415, 422, 429, 451})
  void aRefusalIsTheAnswer(int status) {
    server.then(answer(status, "no"));
    ClientOutcome.Answered<String> answered = answered(sendOrder());
    assertThat(answered.response().statusCode()).isEqualTo(status);
    assertThat(answered.response().body()).isEqualTo("no");
    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aRedirectIsTheAnswerAndNotFollowed(int status) {
    server.then(answer(status, "", "Location: " + server.uri()));
    assertThat(answered(sendOrder()).response().statusCode()).isEqualTo(status);
    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "503, 'Sun, 01 Nov 2026 12:00:20 GMT'",
    "503, 'Sunday, 01-Nov-26 12:00:20 GMT'",
    "429, 'Sun Nov  1 12:00:20 2026'",
    "503, 20",
    "429, 20",
    "500, 20",
    "425, 20"
  })
  void aServerIsGivenTheTimeItAsksFor(int status, String retryAfter) {
    server.then(answer(status, "", "Retry-After: " + retryAfter), answer(200, "ok"));
    assertThat(answered(sendOrder()).attempts()).isEqualTo(2);
    assertThat(timing.waits()).containsExactly(Duration.ofSeconds(20));
  }

  @Test
  void aServerThatAsksForLessThanTheBackoffIsGivenTheBackoff() {
    server.then(answer(503, "", "Retry-After: 0"), answer(200, "ok"));
    sendOrder();
    assertThat(timing.waits()).containsExactly(Duration.ofMillis(500));
  }

  @Test
  void waitsGrowUntilTheAttemptsAreUsedUp() {
    timing.random(1);
    for (int i = 0; i < 6; i++) {
      server.then(answer(500, "oops " + i));
    }
    ClientOutcome.Unknown<String> unknown = unknown(sendOrder());
    assertThat(unknown.reason()).isEqualTo(StopReason.ATTEMPTS_USED_UP);
    assertThat(unknown.attempts()).isEqualTo(6);
    assertThat(timing.waits())
        .containsExactly(
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(8));
    assertThat(server.requests()).hasSize(6);
  }

  @Test
  void aWaitThatDoesNotFitIntoTheBudgetIsNotBegun() {
    server.then(answer(429, "", "Retry-After: 119"), answer(429, "", "Retry-After: 1"));
    ClientOutcome.Failed<String> failed = failed(sendOrder());
    assertThat(failed.reason()).isEqualTo(StopReason.BUDGET_USED_UP);
    assertThat(failed.attempts()).isEqualTo(2);
    assertThat(timing.waits()).containsExactly(Duration.ofSeconds(119));
  }

  @Test
  void aWaitOfAnHourIsNotWaitedFor() {
    server.then(answer(503, "busy", "Retry-After: 3600"));
    ClientOutcome.Unknown<String> unknown = unknown(sendOrder());
    assertThat(unknown.reason()).isEqualTo(StopReason.BUDGET_USED_UP);
    assertThat(unknown.lastAnswer()).hasToString("status 503");
    assertThat(timing.waits()).isEmpty();
  }

  @Test
  void timeThatPassesWhileWaitingTooLongCounts() {
    timing.onWait(() -> timing.pass(Duration.ofHours(1)));
    server.then(answer(500, ""));
    assertThat(unknown(sendOrder()).reason()).isEqualTo(StopReason.BUDGET_USED_UP);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void theHintDecides() {
    server.then(
        answer(400, "not yet", "Idempotency-Should-Retry: true"),
        answer(500, "for good", "Idempotency-Should-Retry: false"));
    ClientOutcome.Answered<String> answered = answered(sendOrder());
    assertThat(answered.response().body()).isEqualTo("for good");
    assertThat(answered.attempts()).isEqualTo(2);
  }

  @Test
  void aServerErrorThatIsNotRetryableIsTheAnswer() {
    server.then(answer(500, "{\"retryable\":false}", PROBLEM));
    assertThat(answered(sendOrder()).response().body()).isEqualTo("{\"retryable\":false}");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 409, 422, 500})
  void aStoredAnswerIsFinal(int status) {
    server.then(answer(status, "no", "Idempotent-Replayed: true", "Retry-After: 1"));
    ClientOutcome.Answered<String> answered = answered(sendOrder());
    assertThat(answered.response().statusCode()).isEqualTo(status);
    assertThat(answered.replayed()).isTrue();
    assertThat(server.requests()).hasSize(1);
  }
}
