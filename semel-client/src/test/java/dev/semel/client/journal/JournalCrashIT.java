package dev.semel.client.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.client.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that die with the journal open, at every step of writing. */
class JournalCrashIT {
  private static final List<String> KEYS = List.of("kept", "cleared", "finished");

  @TempDir Path parent;

  @Test
  void whatWasAcknowledgedIsThereWhereverTheProcessDies() throws IOException, InterruptedException {
    int crashes = 0;
    while (diesBefore(crashes + 1)) {
      crashes++;
    }
    assertThat(crashes).as("steps at which it died").isEqualTo(3 * 4 + 5 * 2 + 1);
  }

  private boolean diesBefore(int step) throws IOException, InterruptedException {
    Path folder = parent.resolve("step-" + step);
    try (ChildJvm child =
        ChildJvm.start(CrashingRecorder.class, folder.toString(), Integer.toString(step))) {
      List<String> said = child.lines();
      assertThat(child.exitCode()).isIn(0, CrashingRecorder.CRASHED);
      try (IntentJournal journal = IntentJournal.open(folder)) {
        assertThat(journal.damagedFiles()).isEmpty();
        KEYS.forEach(key -> check(key, said, journal));
        journal.record(JournalTestIntents.order("after the crash"));
      }
      return child.exitCode() == CrashingRecorder.CRASHED;
    }
  }

  private static void check(String key, List<String> said, IntentJournal journal) {
    JournalEntry entry = byKey(journal).get(key);
    if (said.contains("gone " + key)) {
      assertThat(entry).isNull();
    } else if (said.contains("recorded " + key) && !said.contains("finishing " + key)) {
      assertThat(entry).as("%s, after %s", key, said).isNotNull();
      assertThat(entry.intent().bodyBytes(100)).asString().contains(key);
    }
    if (entry != null && said.contains("attempted " + key) && !said.contains("clearing " + key)) {
      assertThat(entry.state()).isEqualTo(EntryState.ATTEMPTED);
      assertThat(entry.attempts()).isEqualTo(1);
    }
  }

  private static Map<String, JournalEntry> byKey(IntentJournal journal) {
    return journal.entries().stream()
        .collect(Collectors.toMap(entry -> entry.intent().key(), Function.identity()));
  }

  @Test
  void whatWasAcknowledgedSurvivesAKill() throws IOException, InterruptedException {
    for (int acknowledged : new int[] {1, 7, 30}) {
      Path folder = parent.resolve("killed-" + acknowledged);
      try (ChildJvm child = ChildJvm.start(EndlessRecorder.class, folder.toString())) {
        for (int i = 0; i < acknowledged; i++) {
          assertThat(child.line()).isEqualTo("k-" + i);
        }
        child.kill();
      }
      try (IntentJournal journal = IntentJournal.open(folder)) {
        Set<String> found = byKey(journal).keySet();
        for (int i = 0; i < acknowledged; i++) {
          assertThat(found).contains("k-" + i);
        }
        assertThat(journal.damagedFiles()).isEmpty();
      }
    }
  }

  @Test
  void aFolderThatAnotherProcessHasOpenIsRefusedUntilThatDies()
      throws IOException, InterruptedException {
    try (ChildJvm child = ChildJvm.start(EndlessRecorder.class, parent.toString())) {
      child.line();
      assertThatThrownBy(() -> IntentJournal.open(parent))
          .isInstanceOf(JournalLockedException.class)
          .hasMessageContaining("close it there, or give each process a folder of its own");
      child.kill();
    }
    try (IntentJournal journal = IntentJournal.open(parent)) {
      assertThat(journal.entries()).isNotEmpty();
    }
  }
}
