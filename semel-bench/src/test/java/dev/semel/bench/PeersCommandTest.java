package dev.semel.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.bench.measure.MeasurementException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeersCommandTest {
  private static final String OLD = "<!-- peers begin -->\nold\n<!-- peers end -->\n";

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
  @TempDir private Path folder;
  private Path page;

  @BeforeEach
  void makePage() throws IOException {
    page = Files.writeString(folder.resolve("page.md"), OLD);
  }

  @Test
  void aWholeRunIsPrintedAndWritten() {
    command().publish("new", out, () -> {});

    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("new");
    assertThat(page).content().contains("new").doesNotContain("old");
  }

  @Test
  void aRunThatIsNotWholeIsPrintedAndLeavesThePageAsItWas() {
    MeasurementException failure = new MeasurementException("not played to the end", null);

    assertThatThrownBy(
            () ->
                command()
                    .publish(
                        "new",
                        out,
                        () -> {
                          throw failure;
                        }))
        .isSameAs(failure);

    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("new");
    assertThat(page).hasContent(OLD);
  }

  @Test
  void theReportNamesTheCommitWhereItIsKnown() {
    assertThat(command().header("18.6", "5fdf987")).contains(", commit 5fdf987: ", "--peers --out");
    assertThat(command().header("18.6", "")).doesNotContain("commit 5").contains("PostgreSQL 18.6");
  }

  private PeersCommand command() {
    return PeersCommand.read(List.of("--peers", "--out", page.toString()));
  }
}
