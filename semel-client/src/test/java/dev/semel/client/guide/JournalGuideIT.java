package dev.semel.client.guide;

import static dev.semel.client.ScriptedServer.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.client.ClientIntent;
import dev.semel.client.ClientOutcome;
import dev.semel.client.RetrySettings;
import dev.semel.client.ScriptedServer;
import dev.semel.client.SemelClient;
import dev.semel.client.journal.IntentJournal;
import dev.semel.client.journal.JournalEntry;
import dev.semel.client.journal.JournalSettings;
import java.net.URI;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of the guide on intents that outlive a process. */
class JournalGuideIT {
  private static final Duration MILLISECOND = Duration.ofMillis(1);

  private final ScriptedServer server = ScriptedServer.start();
  private final URI orders = server.uri();
  private final List<String> booked = new ArrayList<>();
  private final SemelClient client =
      SemelClient.builder()
          .retrying(RetrySettings.standard().attempts(2).backoff(MILLISECOND, MILLISECOND))
          .decorator((intent, attempt) -> Map.of("Authorization", "Bearer fresh"))
          .build();

  @TempDir Path folder;

  @AfterEach
  void stop() {
    server.close();
  }

  // snippet: client-journal
  void order(IntentJournal journal, String item) {
    JournalEntry entry = journal.record(ClientIntent.post(orders).body(item).build());
    deliver(entry);
  }

  void deliver(JournalEntry entry) {
    ClientOutcome<String> outcome = client.send(entry, BodyHandlers.ofString());
    if (outcome instanceof ClientOutcome.Answered<String> answered) {
      book(answered.response().body()); // what the answer means to you, committed
      entry.finish();
    }
  }

  // end snippet

  // snippet: client-resume
  void resume(IntentJournal journal) {
    for (JournalEntry entry : journal.entries()) {
      deliver(entry);
    }
  }

  // end snippet

  private void book(String answer) {
    booked.add(answer);
  }

  @Test
  void anOrderIsResumedAfterARestart() {
    server.then(ScriptedServer.resetAfterRequest(), ScriptedServer.resetAfterRequest());
    try (IntentJournal journal = IntentJournal.open(folder)) {
      order(journal, "17");
    }
    assertThat(booked).isEmpty();
    server.then(answer(201, "order 1", "Idempotent-Replayed: true"));
    try (IntentJournal journal = IntentJournal.open(folder)) {
      resume(journal);
      assertThat(journal.entries()).isEmpty();
    }
    assertThat(booked).containsExactly("order 1");
    assertThat(server.requests())
        .hasSize(3)
        .extracting(request -> request.header("Idempotency-Key"))
        .containsOnly(server.requests().get(0).header("Idempotency-Key"));
  }

  @Test
  void aJournalHasSettings() {
    // snippet: client-journal-settings
    JournalSettings settings =
        JournalSettings.standard().maxEntries(500).maxBodyBytes(64 * 1024).secret("X-Signature");

    try (IntentJournal journal = IntentJournal.open(folder, settings)) {
      resume(journal);
    }
    // end snippet
    assertThat(settings.secretHeaders()).contains("x-signature", "authorization");
  }

  @Test
  void anIntentCanBeKeptByTheCaller() {
    String key = "basket-4711-checkout";
    Instant firstAttemptAt = Instant.now();
    server.then(answer(201, "order 1", "Idempotent-Replayed: true"));
    // snippet: client-kept-by-caller
    ClientIntent again =
        ClientIntent.post(orders)
            .key(key) // as it was
            .attemptedBefore(firstAttemptAt) // intent.firstAttemptAt() of that time
            .body("17")
            .build();
    // end snippet
    assertThat(client.send(again, BodyHandlers.ofString()).orElseThrow().body())
        .isEqualTo("order 1");
  }
}
