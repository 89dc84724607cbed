package dev.semel.client.journal;

import static dev.semel.client.journal.JournalTestIntents.entryFiles;
import static dev.semel.client.journal.JournalTestIntents.onlyEntryFile;
import static dev.semel.client.journal.JournalTestIntents.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that were cut off, and files in which a bit has flipped. */
class JournalDamageTest {
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");
  private static final Instant FIRST = NOON.plusSeconds(10);
  private static final Instant SECOND = NOON.plusSeconds(20);

  @TempDir Path folder;

  private IntentJournal open() {
    return IntentJournal.open(
        folder, JournalSettings.standard(), Clock.fixed(NOON, ZoneOffset.UTC), step -> {});
  }

  /** Two attempts, of which the second is the last thing in the file. */
  private byte[] written() throws IOException {
    try (IntentJournal journal = open()) {
      JournalEntry entry = journal.record(order("k-1"));
      entry.attemptStarts(FIRST);
      entry.attemptStarts(SECOND);
    }
    return Files.readAllBytes(onlyEntryFile(folder));
  }

  private void reopenedWith(byte[] bytes, Consumer<IntentJournal> check) throws IOException {
    Path file = folder.resolve(order("k-1").digest() + ".intent");
    Files.write(file, bytes);
    try (IntentJournal journal = open()) {
      check.accept(journal);
    }
  }

  private static JournalEntry onlyEntry(IntentJournal journal) {
    assertThat(journal.entries()).hasSize(1);
    assertThat(journal.damagedFiles()).isEmpty();
    return journal.entries().get(0);
  }

  @Test
  void aLastEventCutOffAtAnyByteIsAnEventThatNeverWas() throws IOException {
    byte[] whole = written();
    for (int missing = 1; missing <= Event.BYTES; missing++) {
      byte[] cut = Arrays.copyOf(whole, whole.length - missing);
      reopenedWith(
          cut,
          journal -> {
            JournalEntry entry = onlyEntry(journal);
            assertThat(entry.attempts()).isEqualTo(1);
            assertThat(entry.firstAttemptAt()).isEqualTo(FIRST);
          });
    }
  }

  @Test
  void whatIsWrittenAfterACutIsReadable() throws IOException {
    byte[] whole = written();
    for (int missing = 1; missing < Event.BYTES; missing++) {
      byte[] cut = Arrays.copyOf(whole, whole.length - missing);
      reopenedWith(
          cut, journal -> assertThat(onlyEntry(journal).attemptStarts(SECOND)).isEqualTo(2));
      try (IntentJournal journal = open()) {
        JournalEntry entry = onlyEntry(journal);
        assertThat(entry.attempts()).isEqualTo(2);
        assertThat(entry.firstAttemptAt()).isEqualTo(FIRST);
      }
    }
  }

  @Test
  void aFlippedByteInAnEventMakesItCountFromTheBeginning() throws IOException {
    byte[] whole = written();
    for (int at = whole.length - 2 * Event.BYTES; at < whole.length; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 0x10;
      reopenedWith(
          flipped,
          journal -> {
            JournalEntry entry = onlyEntry(journal);
            assertThat(entry.state()).isEqualTo(EntryState.ATTEMPTED);
            assertThat(entry.firstAttemptAt()).isEqualTo(NOON);
          });
    }
  }

  @Test
  void anEventBehindADamagedOneIsRead() throws IOException {
    byte[] whole = written();
    whole[whole.length - 2 * Event.BYTES] ^= 1;
    reopenedWith(
        whole,
        journal -> {
          JournalEntry entry = onlyEntry(journal);
          assertThat(entry.attempts()).isEqualTo(2);
          entry.expires(SECOND);
        });
    try (IntentJournal journal = open()) {
      assertThat(onlyEntry(journal).expiresAt()).isEqualTo(SECOND);
    }
  }

  @Test
  void anEventOfZerosIsDamage() throws IOException {
    byte[] whole = written();
    reopenedWith(
        Arrays.copyOf(whole, whole.length + Event.BYTES),
        journal -> assertThat(onlyEntry(journal).firstAttemptAt()).isEqualTo(NOON));
  }

  @Test
  void anEventOfAnotherEntryIsDamage() throws IOException {
    byte[] whole = written();
    byte[] foreign = new Event(Event.Kind.FINISHED, 0, NOON).encode(12345);
    reopenedWith(
        followedBy(whole, foreign),
        journal -> assertThat(onlyEntry(journal).state()).isEqualTo(EntryState.ATTEMPTED));
  }

  @Test
  void aRequestThatIsDamagedAtAnyByteIsReportedAndLeftAlone() throws IOException {
    byte[] whole = written();
    int requestBytes = whole.length - 2 * Event.BYTES;
    for (int at = 0; at < requestBytes; at++) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 1;
      reopenedWith(flipped, JournalDamageTest::assertReported);
    }
    assertThat(entryFiles(folder)).hasSize(1);
  }

  @Test
  void aRequestThatIsCutOffAtAnyByteIsReportedAndLeftAlone() throws IOException {
    byte[] whole = written();
    for (int length = 0; length < whole.length - 2 * Event.BYTES; length++) {
      reopenedWith(Arrays.copyOf(whole, length), JournalDamageTest::assertReported);
    }
    assertThat(entryFiles(folder)).hasSize(1);
  }

  private static void assertReported(IntentJournal journal) {
    assertThat(journal.entries()).isEmpty();
    assertThat(journal.damagedFiles()).hasSize(1);
    assertThatThrownBy(() -> journal.record(order("k-1")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("is damaged; find out what came of it");
  }

  @Test
  void oneDamagedFileHidesNoOther() throws IOException {
    byte[] whole = written();
    whole[20] ^= 1;
    try (IntentJournal journal = open()) {
      journal.record(order("k-2"));
    }
    reopenedWith(
        whole,
        journal -> {
          assertThat(journal.entries()).hasSize(1);
          assertThat(journal.damagedFiles()).hasSize(1);
          journal.record(order("k-3"));
        });
  }

  @Test
  void aFileUnderAnotherNameIsReported() throws IOException {
    written();
    Files.copy(onlyEntryFile(folder), folder.resolve("copy.intent"));
    try (IntentJournal journal = open()) {
      assertThat(journal.entries()).hasSize(1);
      assertThat(journal.damagedFiles()).containsExactly(folder.resolve("copy.intent"));
    }
  }

  @Test
  void anEntryThatIsDamagedWhileItIsOpenIsNotSent() throws IOException {
    written();
    try (IntentJournal journal = open()) {
      JournalEntry entry = onlyEntry(journal);
      Files.write(onlyEntryFile(folder), new byte[10]);
      assertThatThrownBy(entry::intent)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("cannot be read");
    }
  }

  @Test
  void whatAnUnfinishedRecordingLeftBehindIsRemoved() throws IOException {
    Files.write(folder.resolve("abc.intent.tmp"), new byte[10]);
    open().close();
    assertThat(entryFiles(folder)).isEmpty();
  }

  @Test
  void anEntryWhoseFinishingWasCutShortIsRemoved() throws IOException {
    byte[] whole = written();
    int tag = RequestCodec.tag(Arrays.copyOf(whole, whole.length - 2 * Event.BYTES));
    byte[] finished = new Event(Event.Kind.FINISHED, 0, NOON).encode(tag);
    reopenedWith(followedBy(whole, finished), journal -> assertThat(journal.entries()).isEmpty());
    assertThat(entryFiles(folder)).isEmpty();
  }

  private static byte[] followedBy(byte[] file, byte[] event) {
    byte[] longer = Arrays.copyOf(file, file.length + event.length);
    System.arraycopy(event, 0, longer, file.length, event.length);
    return longer;
  }
}
