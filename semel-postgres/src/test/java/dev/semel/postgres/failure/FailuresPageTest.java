package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.jdbc.FailureTable.Row;
import dev.semel.postgres.PostgresFailures;
import dev.semel.spi.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The reference page says what the code does, row by row. */
class FailuresPageTest {
  private static final Path PAGE = Path.of("../docs/reference/failures.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `([0-9A-Z]{2,5})` \\| `([A-Z_]+)` \\| (.+) \\|$", Pattern.MULTILINE);
  private static final Pattern VERDICT =
      Pattern.compile("^\\| `([A-Z_]+)` \\| [^`]", Pattern.MULTILINE);

  @Test
  void thePageHasTheRowsOfTheTableInTheSameOrderAndWords() throws IOException {
    List<Row> documented =
        ROW.matcher(Files.readString(PAGE)).results().map(FailuresPageTest::row).toList();

    assertThat(documented).containsExactlyElementsOf(PostgresFailures.standard().rows());
  }

  private static Row row(MatchResult line) {
    return new Row(line.group(1), Verdict.valueOf(line.group(2)), line.group(3));
  }

  @Test
  void thePageExplainsEveryVerdictThatTheTableGives() throws IOException {
    List<Verdict> explained =
        VERDICT
            .matcher(Files.readString(PAGE))
            .results()
            .map(line -> Verdict.valueOf(line.group(1)))
            .toList();

    assertThat(explained)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Verdict.values()).filter(verdict -> verdict != Verdict.OWN_KEY).toList());
  }
}
