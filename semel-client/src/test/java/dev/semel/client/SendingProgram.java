package dev.semel.client;

import dev.semel.client.journal.IntentJournal;
import dev.semel.client.journal.JournalEntry;
import java.net.URI;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

/** A program that records an intent, sends it, and is killed before it has an answer. */
final class SendingProgram {
  private SendingProgram() {}

  public static void main(String[] arguments) {
    IntentJournal journal = IntentJournal.open(Path.of(arguments[0]));
    ClientIntent intent =
        ClientIntent.post(URI.create(arguments[1]))
            .header("Authorization", "Bearer swordfish")
            .body("pay 17")
            .build();
    JournalEntry entry = journal.record(intent);
    System.out.println(intent.key());
    System.out.flush();
    SemelClient.standard().send(entry, BodyHandlers.ofString());
  }
}
