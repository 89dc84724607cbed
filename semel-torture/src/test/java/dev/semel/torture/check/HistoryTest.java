package dev.semel.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.HistoryEntry.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  @TempDir Path folder;

  @Test
  void eachCommandIsCountedOnceHoweverOftenItWasSent() {
    Story story = Story.inWhichAllIsWell();
    story.told(Story.TRANSFER, Story.MOVED, 201, story.booking(3).answer());
    IntentName opened = new IntentName("acme", Op.OPEN, "k-1");
    story.forgetAnswers(opened);
    story.note(opened, new Payload(null, null, 100), Kind.UNKNOWN, null, null, "RETENTION_OVER");
    story.forgetAnswers(Story.PAYOUT);

    assertThat(History.of(story.history).tally()).isEqualTo(new History.Tally(5, 1, 1, 1));
  }

  @Test
  void everyRejectionThatWasToldIsCounted() {
    Story story = Story.inWhichAllIsWell();
    story.told(Story.REJECTED, Story.TOO_MUCH, 422, Story.NO_FUNDS);

    assertThat(History.of(story.history).rejections()).isEqualTo(2);
  }

  @Test
  void anEntryIsToldInTheSameWordsWhereverItIs() {
    Locale usual = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(Story.inWhichAllIsWell().history.get(1).words()).startsWith("   0.001 s  ATTEMPT");
    } finally {
      Locale.setDefault(usual);
    }
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    Story story = Story.inWhichAllIsWell();
    Path file = folder.resolve("history.jsonl");
    Files.write(file, story.history.stream().map(HistoryEntry::json).toList());

    History read = History.read(file);

    History written = History.of(story.history);
    assertThat(read.intents()).containsExactlyElementsOf(written.intents());
    for (IntentName intent : written.intents()) {
      assertThat(read.of(intent)).isEqualTo(written.of(intent));
    }
  }
}
