package dev.semel.client.journal;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that uses a journal, says aloud what was acknowledged, and stops dead before a given
 * step of writing.
 */
final class CrashingRecorder {
  static final int CRASHED = 42;

  private CrashingRecorder() {}

  public static void main(String[] arguments) {
    int lastStep = Integer.parseInt(arguments[1]);
    AtomicInteger step = new AtomicInteger();
    IntentJournal journal =
        IntentJournal.open(
            Path.of(arguments[0]),
            JournalSettings.standard(),
            Clock.systemUTC(),
            next -> {
              if (step.incrementAndGet() == lastStep) {
                Runtime.getRuntime().halt(CRASHED);
              }
            });
    for (String key : new String[] {"kept", "cleared", "finished"}) {
      JournalEntry entry = journal.record(JournalTestIntents.order(key));
      say("recorded", key);
      int attempt = entry.attemptStarts(Instant.now());
      say("attempted", key);
      if (key.equals("cleared")) {
        say("clearing", key);
        entry.attemptDidNothing(attempt);
      }
      if (key.equals("finished")) {
        say("finishing", key);
        entry.finish();
        say("gone", key);
      }
    }
  }

  private static void say(String what, String key) {
    System.out.println(what + " " + key);
    System.out.flush();
  }
}
