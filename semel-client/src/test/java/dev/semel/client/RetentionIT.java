package dev.semel.client;

import static dev.semel.client.ScriptedServer.answer;
import static dev.semel.client.TestClients.answered;
import static dev.semel.client.TestClients.order;
import static dev.semel.client.TestClients.send;
import static dev.semel.client.TestClients.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testing.net.FreePorts;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No attempt is made that the server could take for a new command. */
class RetentionIT {
  private static final RetrySettings FOR_DAYS =
      RetrySettings.standard()
          .attempts(1_000)
          .within(Duration.ofDays(30))
          .backoff(Duration.ofHours(10), Duration.ofHours(10));

  private final ManualTiming timing = new ManualTiming().random(1);
  private final ScriptedServer server = ScriptedServer.start();
  private final SemelClient client = TestClients.on(timing).retrying(FOR_DAYS).build();

  @AfterEach
  void stop() {
    server.close();
  }

  private void lostAnswers(int count) {
    for (int i = 0; i < count; i++) {
      server.then(ScriptedServer.resetAfterRequest());
    }
  }

  @Test
  void attemptsStopBeforeTheServerForgets() {
    lostAnswers(10);
    ClientOutcome.Unknown<String> unknown = unknown(send(client, order(server.uri())));
    assertThat(unknown.reason()).isEqualTo(StopReason.RETENTION_OVER);
    assertThat(unknown.attempts()).isEqualTo(3); // After 0, 10 and 20 hours; 30 would be too late.
    assertThatThrownBy(unknown::orElseThrow)
        .isInstanceOf(UnknownOutcomeException.class)
        .hasMessageContaining("do not repeat it under a new key");
  }

  @Test
  void attemptsThatNeverLeftDoNotCount() {
    int port = FreePorts.pick();
    Duration tenDays = Duration.ofDays(10);
    ScriptedServer[] late = new ScriptedServer[1];
    timing.onWait(
        () -> {
          if (late[0] == null && timing.now().isAfter(ManualTiming.START.plus(tenDays))) {
            late[0] = ScriptedServer.startAt(port, answer(201, "made"));
          }
        });
    ClientOutcome<String> outcome = send(client, order(ScriptedServer.uri(port)));
    assertThat(answered(outcome).attempts()).isGreaterThan(20);
    late[0].close();
  }

  @Test
  void anIntentThatIsTooOldIsNotSentAtAll() {
    Instant yesterday = ManualTiming.START.minus(Duration.ofHours(24));
    ClientIntent intent =
        ClientIntent.post(server.uri()).key("k-1").attemptedBefore(yesterday).build();
    ClientOutcome.Unknown<String> unknown = unknown(send(client, intent));
    assertThat(unknown.reason()).isEqualTo(StopReason.RETENTION_OVER);
    assertThat(unknown.attempts()).isZero();
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void anIntentThatIsYoungEnoughIsSentWithItsKey() {
    server.then(answer(201, "made", "Idempotent-Replayed: true"));
    Instant thisMorning = ManualTiming.START.minus(Duration.ofHours(5));
    ClientIntent intent =
        ClientIntent.post(server.uri()).key("k-1").attemptedBefore(thisMorning).build();
    assertThat(answered(send(client, intent)).replayed()).isTrue();
    assertThat(server.received("Idempotency-Key")).containsExactly("\"k-1\"");
  }

  @Test
  void anIntentOfTheFutureIsNotSentForTheClockIsWrong() {
    ClientIntent intent =
        ClientIntent.post(server.uri())
            .key("k-1")
            .attemptedBefore(ManualTiming.START.plus(Duration.ofHours(1)))
            .build();
    assertThat(unknown(send(client, intent)).reason()).isEqualTo(StopReason.RETENTION_OVER);
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void settingTheClockBackDuringACallDoesNotMakeTheKeyYounger() {
    lostAnswers(10);
    timing.onWait(() -> timing.setTheClock(Duration.ofHours(-9)));
    assertThat(unknown(send(client, order(server.uri()))).attempts()).isEqualTo(3);
  }

  @Test
  void aLifetimeThatTheServerNamesIsKeptTo() {
    server.then(answer(503, "", "Idempotency-Key-Expires: PT15H"));
    lostAnswers(10);
    ClientOutcome.Unknown<String> unknown = unknown(send(client, order(server.uri())));
    assertThat(unknown.reason()).isEqualTo(StopReason.RETENTION_OVER);
    assertThat(unknown.attempts()).isEqualTo(2);
  }

  @Test
  void aLongerLifetimeThatTheServerNamesIsUsed() {
    server.then(answer(409, "", "Retry-After: 1", "Idempotency-Key-Expires: \"P7D\""));
    lostAnswers(15);
    server.then(answer(201, "made", "Idempotent-Replayed: true"));
    assertThat(answered(send(client, order(server.uri()))).attempts()).isEqualTo(17);
  }

  @Test
  void aDateThatTheServerNamesIsKeptTo() {
    server.then(answer(503, "", "Idempotency-Key-Expires: Mon, 02 Nov 2026 03:00:00 GMT"));
    lostAnswers(10);
    assertThat(unknown(send(client, order(server.uri()))).attempts()).isEqualTo(2);
  }

  @Test
  void anotherHeaderOrNoneCanBeLookedFor() {
    SemelClient other =
        TestClients.on(timing)
            .retrying(FOR_DAYS)
            .retention(RetentionSettings.standard().header("idempotency-key-lifetime"))
            .build();
    server.then(answer(503, "", "Idempotency-Key-Lifetime: PT1H"));
    assertThat(unknown(send(other, order(server.uri()))).attempts()).isEqualTo(1);

    SemelClient none =
        TestClients.on(timing)
            .retrying(FOR_DAYS)
            .retention(RetentionSettings.standard().withoutHeader())
            .build();
    server.then(answer(503, "", "Idempotency-Key-Expires: PT1H"), answer(200, ""));
    assertThat(answered(send(none, order(server.uri()))).attempts()).isEqualTo(2);
  }

  @Test
  void aSecondCallCountsFromTheFirst() {
    lostAnswers(3);
    ClientIntent intent = order(server.uri());
    send(client, intent);
    timing.pass(Duration.ofHours(4));
    assertThat(unknown(send(client, intent)).attempts()).isZero();
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void withoutAKeyThereIsNothingToForget() {
    for (int i = 0; i < 5; i++) {
      server.then(answer(503, ""));
    }
    server.then(answer(200, "ok"));
    ClientIntent get = ClientIntent.get(server.uri()).build();
    assertThat(answered(send(client, get)).attempts()).isEqualTo(6);
  }
}
