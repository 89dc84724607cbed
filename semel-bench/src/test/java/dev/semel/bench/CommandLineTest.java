package dev.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
  private static final List<String> SCENARIOS = List.of("smallest", "replay");

  private static BenchOptions read(String... words) {
    return CommandLine.read(SCENARIOS, List.of(words));
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
