package dev.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  private static final List<String> SCENARIOS = List.of("smallest", "replay");
  private static final String COMMANDS = "smallest,full,replay,storm,size,purge,http,counts";

  @TempDir private Path folder;

  private static BenchOptions read(String... words) {
    return CommandLine.read(SCENARIOS, List.of(words));
  }

  /** A page with a place for all that can be written. */
  private String page() throws IOException {
    Path page = folder.resolve("page.md");
    StringBuilder text = new StringBuilder();
    for (String part : List.of("table", "events", "peers")) {
      text.append("<!-- %1$s begin -->\n<!-- %1$s end -->\n".formatted(part));
    }
    return Files.writeString(page, text).toString();
  }

  @Test
  void withoutWordsEverythingIsMeasured() {
    assertThat(read()).isEqualTo(BenchOptions.standard());
    assertThat(read().only()).isEmpty();
  }

  @Test
  void whatIsToldCountsWhereverQuickStands() {
    assertThat(read("--rounds", "9", "--quick").rounds()).isEqualTo(9);
    assertThat(read("--quick", "--rounds", "9").rounds()).isEqualTo(9);
    assertThat(read("--quick").rounds()).isLessThan(BenchOptions.standard().rounds());
  }

  @Test
  void listsAreSortedAndHaveNothingTwice() {
    assertThat(read("--connections", "32,1,32,8").connections()).containsExactly(1, 8, 32);
  }

  @ParameterizedTest
  @CsvSource({
    "http, 'smallest, full, replay, storm, size, purge, counts'",
    "events-relay, 'events-publish, events-counts, events-history, events-latency, events-writers, events-inbox'",
    "'events,http', 'smallest, full, replay, storm, size, purge, counts'",
  })
  void aPartOfThePageIsNotWrittenWithoutItsOtherLines(String only, String missing)
      throws IOException {
    String page = page();

    assertThatThrownBy(
            () -> CommandLine.read(Scenarios.names(), List.of("--out", page, "--only", only)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--out would drop the lines of %s from the page; leave out --only, name those too, or leave out --out"
                .formatted(missing));
  }

  @ParameterizedTest
  @ValueSource(strings = {"events", COMMANDS, "events," + COMMANDS})
  void aPartOfThePageIsWrittenWhole(String only) throws IOException {
    BenchOptions options =
        CommandLine.read(Scenarios.names(), List.of("--only", only, "--out", page()));

    assertThat(options.out()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "--quick, --quick measures too briefly for --out",
    "--without-peers, --out would drop the lines of other libraries from the page",
  })
  void aPageIsNotWrittenWithNumbersThatAreNotWorthIt(String option, String message)
      throws IOException {
    String page = page();

    assertThatThrownBy(() -> CommandLine.read(Scenarios.names(), List.of(option, "--out", page)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void thePageOfPeersIsNotWrittenWithoutSomeOfThem() throws IOException {
    String page = page();

    assertThatThrownBy(
            () -> PeersCommand.read(List.of("--peers", "--only", "semel", "--out", page)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--out would drop the lines of all others from the page");
    assertThat(PeersCommand.read(List.of("--peers", "--out", page)).page()).isNotNull();
  }

  @Test
  void peersTakeLibrariesAndAPage() {
    PeersCommand command = PeersCommand.read(List.of("--only", "semel,dbos", "--peers"));

    assertThat(command.only()).containsExactly("semel", "dbos");
    assertThat(command.page()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "--peers --only redis, '--only is redis; there are semel, transaction-outbox, '",
    "--peers --out /no/such/page.md, --out: /no/such/page.md is no file",
    "--peers --rounds 3, --peers has no option --rounds",
    "--peers --only, --only needs a value",
  })
  void whatPeersDoNotTakeIsRefused(String line, String message) {
    assertThatThrownBy(() -> PeersCommand.read(List.of(line.split(" ", -1))))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({
    "--rounds 0, --rounds is 0; give a whole number from 1 to 1000",
    "--rounds many, --rounds is many; give a whole number from 1 to 1000",
    "--seconds 0, --seconds is 0; give a number from 0.1 to 600.0",
    "--events 0, --events is 0; give a whole number from 1 to 100000000",
    "--rounds, --rounds needs a value",
    "--rounds --quick, --rounds needs a value",
    "--only replays, '--only is replays; there are smallest, replay'",
    "--out /no/such/page.md, --out: /no/such/page.md is no file; the page must be there already",
    "--fast, there is no option --fast",
  })
  void whatMakesNoSenseIsRefusedWithWhatWould(String line, String message) {
    assertThatThrownBy(() -> read(line.split(" ", -1)))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }
}
