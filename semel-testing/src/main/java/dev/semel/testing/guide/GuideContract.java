package dev.semel.testing.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a module with snippets for the guide must keep to: each is shown, and shown as it runs. To
 * hold a module to it, extend this with a class that does nothing more. Runs in the folder of the
 * module, one below the project's.
 */
public abstract class GuideContract {
  private final CodeSnippets snippets = CodeSnippets.of(Path.of(""));
  private final List<GuidePages.Block> blocks = GuidePages.in(Path.of("..")).blocks();

  @Test
  void everySnippetIsShownAsItRuns() {
    assertThat(snippets.names()).isNotEmpty();
    for (String name : snippets.names()) {
      assertThat(blocks.stream().filter(block -> name.equals(block.name())))
          .as("where the guide shows the snippet %s", name)
          .isNotEmpty()
          .allSatisfy(
              block -> assertThat(block.text()).as("%s", block).isEqualTo(snippets.text(name)));
    }
  }
}
