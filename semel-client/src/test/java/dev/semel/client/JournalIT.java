package dev.semel.client;

import static dev.semel.client.ScriptedServer.answer;
import static dev.semel.client.TestClients.answered;
import static dev.semel.client.TestClients.failed;
import static dev.semel.client.TestClients.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.client.journal.EntryState;
import dev.semel.client.journal.IntentJournal;
import dev.semel.client.journal.JournalEntry;
import dev.semel.client.journal.JournalException;
import dev.semel.testing.net.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intents that outlive the process that made them. */
class JournalIT {
  private final ManualTiming timing = new ManualTiming();
  private final ScriptedServer server = ScriptedServer.start();
  private final SemelClient client =
      TestClients.on(timing)
          .retrying(RetrySettings.standard().attempts(2))
          .decorator((intent, attempt) -> Map.of("Authorization", "Bearer renewed"))
          .build();
  private final Path folder;
  private IntentJournal journal;

  JournalIT(@TempDir Path folder) {
    this.folder = folder;
    this.journal = IntentJournal.open(folder);
  }

  @AfterEach
  void stop() {
    journal.close();
    server.close();
  }

  private ClientOutcome<String> send(JournalEntry entry) {
    return client.send(entry, BodyHandlers.ofString());
  }

  private JournalEntry recorded(URI uri) {
    return journal.record(
        ClientIntent.post(uri).header("Authorization", "Bearer old").body("pay 17").build());
  }

  private JournalEntry afterARestart() {
    journal.close();
    journal = IntentJournal.open(folder);
    assertThat(journal.entries()).hasSize(1);
    return journal.entries().get(0);
  }

  private void lostAnswers(int count) {
    for (int i = 0; i < count; i++) {
      server.then(ScriptedServer.resetAfterRequest());
    }
  }

  @Test
  void anIntentIsResumedAfterARestartWithItsKeyAndFreshCredentials() {
    lostAnswers(2);
    JournalEntry entry = recorded(server.uri());
    assertThat(unknown(send(entry)).doubt()).isEqualTo(Doubt.NO_ANSWER);

    JournalEntry resumed = afterARestart();
    assertThat(resumed.attempts()).isEqualTo(2);
    assertThat(resumed.firstAttemptAt()).isEqualTo(ManualTiming.START);
    server.then(answer(201, "made", "Idempotent-Replayed: true"));
    assertThat(answered(send(resumed)).replayed()).isTrue();
    resumed.finish();

    journal.close();
    journal = IntentJournal.open(folder);
    assertThat(journal.entries()).isEmpty();
    assertThat(server.received("Idempotency-Key")).hasSize(3).containsOnly('"' + entryKey() + '"');
    assertThat(server.received("Authorization")).containsOnly("Bearer renewed");
    assertThat(server.requests()).extracting(ReceivedRequest::body).containsOnly("pay 17");
  }

  private String entryKey() {
    return server.received("Idempotency-Key").get(0).replace("\"", "");
  }

  @Test
  void anAttemptIsInTheJournalBeforeItIsSent() {
    List<Integer> attemptsWhenAsked = new CopyOnWriteArrayList<>();
    JournalEntry entry = recorded(server.uri());
    for (int i = 0; i < 2; i++) {
      server.then(
          connection -> {
            connection.readRequest();
            attemptsWhenAsked.add(entry.attempts());
            connection.reset();
          });
    }
    send(entry);
    assertThat(attemptsWhenAsked).containsExactly(1, 2);
  }

  @Test
  void anIntentWhoseSecretsNobodySuppliesIsNotSent() {
    recorded(server.uri());
    JournalEntry resumed = afterARestart();
    SemelClient bare = TestClients.on(timing).build();
    assertThatIllegalStateException()
        .isThrownBy(() -> bare.send(resumed, BodyHandlers.ofString()))
        .withMessageContaining("[authorization]; supply them by a RequestDecorator");
    assertThat(resumed.attempts()).isZero();
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void whatNeverLeftIsKnownToHaveDoneNothingAfterARestart() {
    failed(send(recorded(ScriptedServer.uri(FreePorts.pick()))));
    JournalEntry resumed = afterARestart();
    assertThat(resumed.state()).isEqualTo(EntryState.RECORDED);
    assertThat(resumed.attempts()).isEqualTo(2);
    failed(send(resumed));
  }

  @Test
  void whatMayHaveLeftIsUnknownAfterARestartThoughNobodyAnswersNow() {
    lostAnswers(2);
    send(recorded(server.uri()));
    server.close();
    assertThat(unknown(send(afterARestart())).doubt()).isEqualTo(Doubt.NO_ANSWER);
  }

  @Test
  void anIntentThatTheServerMayHaveForgottenIsRefused() {
    lostAnswers(2);
    send(recorded(server.uri()));
    timing.pass(Duration.ofHours(24));
    ClientOutcome.Unknown<String> unknown = unknown(send(afterARestart()));
    assertThat(unknown.reason()).isEqualTo(StopReason.RETENTION_OVER);
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void anIntentThatWasNeverAttemptedDoesNotAge() {
    recorded(server.uri());
    timing.pass(Duration.ofDays(30));
    server.then(answer(201, "made"));
    answered(send(afterARestart()));
  }

  @Test
  void whatTheServerSaidAboutTheKeyHoldsAfterARestart() {
    server.then(answer(503, "", "Idempotency-Key-Expires: PT1H"), answer(503, ""));
    send(recorded(server.uri()));
    timing.pass(Duration.ofHours(2));
    assertThat(unknown(send(afterARestart())).reason()).isEqualTo(StopReason.RETENTION_OVER);
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void anAttemptThatCannotBeWrittenDownIsNotSent() {
    JournalEntry entry = recorded(server.uri());
    timing.onWait(journal::close);
    lostAnswers(1);
    ClientOutcome.Unknown<String> unknown = unknown(send(entry));
    assertThat(unknown.reason()).isEqualTo(StopReason.CANNOT_REPEAT);
    assertThat(unknown.lastFailure()).isInstanceOf(JournalException.class);
    assertThat(server.requests()).hasSize(1);
    assertThatThrownBy(() -> send(entry)).isInstanceOf(JournalException.class);
  }

  @Test
  void anAnswerIsNotLostBecauseTheJournalIs() {
    JournalEntry entry = recorded(server.uri());
    server.then(
        connection -> {
          connection.readRequest();
          journal.close();
          connection.write(ScriptedServer.head(401, 0, "Idempotency-Key-Expires: PT1H"));
          connection.close();
        });
    assertThat(answered(send(entry)).response().statusCode()).isEqualTo(401);
  }

  @Test
  void anIntentSurvivesTheDeathOfItsProcess() throws IOException, InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    server.then(
        connection -> {
          connection.readRequest();
          asked.countDown();
          connection.awaitEnd();
        });
    Path own = folder.resolve("own");
    String key;
    try (ChildJvm child =
        ChildJvm.start(SendingProgram.class, own.toString(), server.uri().toString())) {
      key = child.line();
      asked.await();
      child.kill();
    }
    try (IntentJournal left = IntentJournal.open(own)) {
      JournalEntry entry = left.entries().get(0);
      assertThat(entry.state()).isEqualTo(EntryState.ATTEMPTED);
      SemelClient today =
          TestClients.on(Timing.system())
              .decorator((intent, attempt) -> Map.of("Authorization", "Bearer renewed"))
              .build();
      server.then(answer(201, "made", "Idempotent-Replayed: true"));
      assertThat(answered(today.send(entry, BodyHandlers.ofString())).replayed()).isTrue();
      entry.finish();
    }
    assertThat(server.received("Idempotency-Key"))
        .containsExactly('"' + key + '"', '"' + key + '"');
    assertThat(server.requests()).extracting(ReceivedRequest::body).containsOnly("pay 17");
  }
}
