package dev.semel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
  @TempDir private Path folder;
  private Path page;

  @BeforeEach
  void namePage() {
    page = folder.resolve("page.md");
  }

  @Test
  void onlyWhatIsBetweenTheMarkersChanges() throws IOException {
    Files.writeString(page, "before\n<!-- table begin -->\nold\n<!-- table end -->\nafter\n");

    ReportPage.in(page).write("new");

    assertThat(page)
        .hasContent("before\n<!-- table begin -->\n\nnew\n\n<!-- table end -->\nafter\n");
  }

  @Test
  void tablesAboutEventsHaveAPlaceOfTheirOwn() throws IOException {
    String commands = "<!-- table begin -->\ncommands\n<!-- table end -->\n";
    Files.writeString(page, commands + "<!-- events begin -->\nold\n<!-- events end -->\n");

    ReportPage.eventsIn(page).write("new");

    assertThat(page).hasContent(commands + "<!-- events begin -->\n\nnew\n\n<!-- events end -->\n");
  }

  @Test
  void aPageWithoutMarkersIsLeftAlone() throws IOException {
    Files.writeString(page, "nothing to replace");

    assertThatThrownBy(() -> ReportPage.in(page))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no place for tables; mark it by the lines");
    assertThat(page).hasContent("nothing to replace");
  }
}
