package dev.semel.client.journal;

import java.nio.file.Path;
import java.time.Instant;

/** A program that records one intent after the other until it is killed, or nobody listens. */
final class EndlessRecorder {
  private EndlessRecorder() {}

  public static void main(String[] arguments) {
    JournalSettings settings = JournalSettings.standard().maxEntries(1_000_000);
    IntentJournal journal = IntentJournal.open(Path.of(arguments[0]), settings);
    for (int i = 0; !System.out.checkError(); i++) {
      journal.record(JournalTestIntents.order("k-" + i)).attemptStarts(Instant.now());
      System.out.println("k-" + i);
    }
  }
}
