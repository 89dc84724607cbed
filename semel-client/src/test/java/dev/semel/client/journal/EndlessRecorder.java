package dev.semel.client.journal;

import java.nio.file.Path;
import java.time.Instant;

/** A program that records one intent after the other until it is killed. */
final class EndlessRecorder {
  private EndlessRecorder() {}

  public static void main(String[] arguments) {
    IntentJournal journal = IntentJournal.open(Path.of(arguments[0]));
    for (int i = 0; i < 5_000; i++) {
      journal.record(JournalTestIntents.order("k-" + i)).attemptStarts(Instant.now());
      System.out.println("k-" + i);
      System.out.flush();
    }
  }
}
