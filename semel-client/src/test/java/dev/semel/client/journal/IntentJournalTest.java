package dev.semel.client.journal;

import static dev.semel.client.journal.JournalTestIntents.ORDERS;
import static dev.semel.client.journal.JournalTestIntents.entryFiles;
import static dev.semel.client.journal.JournalTestIntents.onlyEntryFile;
import static dev.semel.client.journal.JournalTestIntents.order;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.client.ClientIntent;
import dev.semel.testing.time.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class IntentJournalTest {
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);

  private final List<DiskStep> steps = new ArrayList<>();
  private final Path parent;
  private final Path folder;
  private IntentJournal journal;

  IntentJournalTest(@TempDir Path parent) {
    this.parent = parent;
    this.folder = parent.resolve("journal");
    this.journal = IntentJournal.open(folder, JournalSettings.standard(), CLOCK, steps::add);
  }

  @AfterEach
  void close() {
    journal.close();
  }

  private IntentJournal opened(JournalSettings settings) {
    return IntentJournal.open(folder, settings, CLOCK, steps::add);
  }

  private JournalEntry reopened() {
    journal.close();
    journal = opened(JournalSettings.standard());
    assertThat(journal.entries()).hasSize(1);
    return journal.entries().get(0);
  }

  @Test
  void anIntentIsFoundAgainAsItWas() {
    journal.record(order("k-1"));
    JournalEntry entry = reopened();
    assertThat(entry.createdAt()).isEqualTo(NOON);
    assertThat(entry.attempts()).isZero();
    assertThat(entry.state()).isEqualTo(EntryState.RECORDED);
    ClientIntent intent = entry.intent();
    assertThat(intent.key()).isEqualTo("k-1");
    assertThat(intent.method()).isEqualTo("POST");
    assertThat(intent.uri()).isEqualTo(ORDERS);
    assertThat(intent.headers())
        .containsExactly(
            new ClientIntent.Header("Content-Type", "application/json"),
            new ClientIntent.Header("X-Tag", "one"),
            new ClientIntent.Header("X-Tag", "two"));
    assertThat(intent.bodyBytes(100)).asString().isEqualTo("{\"order\":\"k-1\"}");
    assertThat(intent.firstAttemptAt()).isNull();
  }

  @Test
  void everyByteOfABodyIsKept() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    journal.record(ClientIntent.patch(ORDERS).key("k-1").body(all).build());
    assertThat(reopened().intent().bodyBytes(256)).isEqualTo(all);
  }

  @Test
  void secretsAreNotWrittenAndMissed() throws IOException {
    journal.record(order("k-1"));
    assertThat(new String(Files.readAllBytes(onlyEntryFile(folder)), ISO_8859_1))
        .contains("{\"order\":\"k-1\"}", "application/json")
        .doesNotContain("swordfish");
    assertThat(reopened().intent().withheldHeaders()).containsOnly("authorization", "cookie");
  }

  @Test
  void otherHeadersCanBeSecretToo() throws IOException {
    journal.close();
    journal = opened(JournalSettings.standard().secret("X-Tag"));
    journal.record(order("k-1"));
    assertThat(new String(Files.readAllBytes(onlyEntryFile(folder)), ISO_8859_1))
        .doesNotContain("two");
    assertThat(reopened().intent().withheldHeaders()).contains("x-tag", "authorization");
  }

  @Test
  void thisProcessKeepsTheSecretsInMemory() {
    ClientIntent intent = order("k-1");
    assertThat(journal.record(intent).intent()).isSameAs(intent);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void onlyTheOwnerMayLook() throws IOException {
    journal.record(order("k-1"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(onlyEntryFile(folder))))
        .isEqualTo("rw-------");
  }

  @Test
  void attemptsAreFoundAgain() {
    JournalEntry entry = journal.record(order("k-1"));
    assertThat(entry.attemptStarts(NOON.plusSeconds(1))).isEqualTo(1);
    assertThat(entry.attemptStarts(NOON.plusSeconds(2))).isEqualTo(2);
    JournalEntry again = reopened();
    assertThat(again.attempts()).isEqualTo(2);
    assertThat(again.state()).isEqualTo(EntryState.ATTEMPTED);
    assertThat(again.firstAttemptAt()).isEqualTo(NOON.plusSeconds(1));
    assertThat(again.intent().firstAttemptAt()).isEqualTo(NOON.plusSeconds(1));
    assertThat(again.attemptStarts(NOON.plusSeconds(3))).isEqualTo(3);
  }

  @Test
  void anAttemptThatDidNothingDoesNotCount() {
    JournalEntry entry = journal.record(order("k-1"));
    entry.attemptDidNothing(entry.attemptStarts(NOON.plusSeconds(1)));
    assertThat(reopened().state()).isEqualTo(EntryState.RECORDED);
    entry = journal.entries().get(0);
    entry.attemptStarts(NOON.plusSeconds(5));
    assertThat(reopened().firstAttemptAt()).isEqualTo(NOON.plusSeconds(5));
  }

  @Test
  void whatTheServerSaidAboutTheKeyIsFoundAgain() {
    JournalEntry entry = journal.record(order("k-1"));
    entry.expires(NOON.plus(Duration.ofDays(1)));
    entry.expires(NOON.plus(Duration.ofHours(1)));
    assertThat(reopened().expiresAt()).isEqualTo(NOON.plus(Duration.ofHours(1)));
  }

  @Test
  void anIntentThatWasAttemptedBeforeItWasRecordedCountsFromThen() {
    ClientIntent intent =
        ClientIntent.post(ORDERS).key("k-1").attemptedBefore(NOON.minusSeconds(9)).build();
    journal.record(intent);
    assertThat(reopened().firstAttemptAt()).isEqualTo(NOON.minusSeconds(9));
  }

  @Test
  void aFinishedEntryIsGone() {
    JournalEntry entry = journal.record(order("k-1"));
    entry.finish();
    entry.finish();
    assertThat(entry.state()).isEqualTo(EntryState.FINISHED);
    assertThat(journal.entries()).isEmpty();
    assertThat(entryFiles(folder)).isEmpty();
    assertThatThrownBy(() -> entry.attemptStarts(NOON))
        .isInstanceOf(JournalException.class)
        .hasMessageEndingWith("is finished; make a new intent for a new command");
  }

  @Test
  void entriesAreListedInTheOrderOfTheirRecording() {
    journal.close();
    SettableClock clock = SettableClock.startingAt(NOON);
    journal = IntentJournal.open(folder, JournalSettings.standard(), clock, step -> {});
    for (int i = 0; i < 20; i++) {
      journal.record(order("k-" + i));
      clock.advance(Duration.ofMillis(1));
    }
    journal.close();
    journal = opened(JournalSettings.standard());
    assertThat(journal.entries())
        .extracting(entry -> entry.intent().key())
        .containsExactlyElementsOf(IntStream.range(0, 20).mapToObj(i -> "k-" + i).toList());
  }

  @Test
  void theSameIntentIsRecordedOnce() {
    JournalEntry entry = journal.record(order("k-1"));
    entry.attemptStarts(NOON);
    assertThat(journal.record(order("k-1"))).isSameAs(entry);
    JournalEntry again = reopened();
    ClientIntent made = order("k-1");
    assertThat(journal.record(made)).isSameAs(again);
    assertThat(again.attempts()).isEqualTo(1);
    assertThat(again.intent()).isSameAs(made);
  }

  @Test
  void aKeyIsNotRecordedForSomethingElse() {
    journal.record(order("k-1"));
    ClientIntent other = ClientIntent.post(ORDERS).key("k-1").body("other").build();
    assertThatThrownBy(() -> journal.record(other))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("is in the journal with another request")
        .hasMessageNotContaining("k-1");
  }

  @Test
  void aSecondOpeningIsRefused() {
    assertThatThrownBy(() -> IntentJournal.open(folder))
        .isInstanceOf(JournalLockedException.class)
        .hasMessageContaining("is open already, in another process or in this one; close it there");
    journal.close();
    IntentJournal.open(folder).close();
  }

  @Test
  void aClosedJournalIsNotUsed() {
    JournalEntry entry = journal.record(order("k-1"));
    journal.close();
    journal.close();
    assertThatThrownBy(() -> journal.record(order("k-2"))).hasMessageEndingWith("is closed");
    assertThatThrownBy(() -> entry.attemptStarts(NOON)).hasMessageEndingWith("is closed");
    assertThatThrownBy(entry::finish).hasMessageEndingWith("is closed");
    assertThatThrownBy(entry::intent).hasMessageEndingWith("is closed");
  }

  @Test
  void entriesAndBodiesHaveLimits() {
    journal.close();
    journal = opened(JournalSettings.standard().maxEntries(2).maxBodyBytes(20));
    journal.record(order("k-1"));
    journal.record(order("k-2"));
    assertThatThrownBy(() -> journal.record(order("k-3")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("has 2 entries; finish some, or raise max entries");
    journal.entries().get(0).finish();
    journal.record(order("k-3"));
    ClientIntent large = ClientIntent.post(ORDERS).body("x".repeat(21)).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> journal.record(large))
        .withMessageStartingWith("the body is larger than 20 bytes");
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JournalSettings.standard().maxEntries(0))
        .withMessage("max entries is 0; give 1 to 1000000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JournalSettings.standard().maxBodyBytes(-1));
  }

  @Test
  void whatChangesNothingNeedsNoJournal() {
    ClientIntent get = ClientIntent.get(ORDERS).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> journal.record(get))
        .withMessage("a GET changes nothing and needs no journal; send it again");
  }

  @Test
  void everythingIsForcedToDiskBeforeItCounts() {
    steps.clear();
    JournalEntry entry = journal.record(order("k-1"));
    assertThat(steps)
        .containsExactly(
            DiskStep.WRITE_REQUEST,
            DiskStep.FORCE_REQUEST,
            DiskStep.RENAME_REQUEST,
            DiskStep.FORCE_FOLDER);
    steps.clear();
    entry.attemptStarts(NOON);
    assertThat(steps).containsExactly(DiskStep.WRITE_EVENT, DiskStep.FORCE_EVENT);
    steps.clear();
    entry.finish();
    assertThat(steps)
        .containsExactly(DiskStep.WRITE_EVENT, DiskStep.FORCE_EVENT, DiskStep.DELETE_ENTRY);
  }

  @Test
  void aFolderThatCannotBeMadeIsReported() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "");
    assertThatThrownBy(() -> IntentJournal.open(file.resolve("below")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("cannot be opened");
  }

  @Test
  void anEntryThatTheDiskRefusesIsNotThere() throws IOException {
    Files.createDirectory(folder.resolve(order("k-1").digest() + ".intent.tmp"));
    assertThatThrownBy(() -> journal.record(order("k-1")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("it was not sent");
    assertThat(journal.entries()).isEmpty();
  }
}
