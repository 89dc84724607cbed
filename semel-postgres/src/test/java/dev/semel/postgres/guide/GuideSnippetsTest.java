package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the documents show is what runs, and what they name is there. */
class GuideSnippetsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path GUIDE = ROOT.resolve(Path.of("docs", "guide"));

  /** The module that it is about has a test of its own for it. */
  private static final String CHECKED_ELSEWHERE = "fingerprints.md";

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:<!-- snippet: ([a-z0-9-]+) -->\\n)?^ *```(?:java|sql)\\n(.*?)^ *```$",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");
  private static final Pattern TEST_NAME =
      Pattern.compile("`([A-Z]\\w+(?:IT|Test|Contract))(?:\\.([a-z]\\w+))?`");
  private static final Set<String> MODULES =
      Set.of("semel-core", "semel-json", "semel-testing", "semel-postgres", "semel-architecture");

  /** A fenced block of a document. */
  private record Block(Path file, @Nullable String name, String text) {
    @Override
    public String toString() {
      return "%s in %s".formatted(name == null ? "a block without a tag" : name, file);
    }
  }

  private static List<Path> guide() throws IOException {
    try (Stream<Path> files = Files.list(GUIDE)) {
      Stream<Path> others = Stream.of("README.md", "SECURITY.md").map(ROOT::resolve);
      return Stream.concat(others, files.sorted())
          .filter(file -> !file.endsWith(CHECKED_ELSEWHERE))
          .toList();
    }
  }

  private static List<Path> documents() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
      int depth = folder.equals(ROOT) ? 1 : 2;
      try (Stream<Path> files = Files.walk(folder, depth)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
      }
    }
    return found;
  }

  private static List<Block> blocks(Path file) throws IOException {
    return BLOCK
        .matcher(Files.readString(file))
        .results()
        .map(hit -> new Block(file, hit.group(1), text(hit)))
        .toList();
  }

  private static String text(MatchResult hit) {
    return Snippets.withoutIndentation(hit.group(2).lines().toList());
  }

  @Test
  void everyBlockOfCodeIsTakenFromATestThatRuns() throws IOException {
    Snippets snippets = Snippets.read();
    for (Path file : guide()) {
      for (Block block : blocks(file)) {
        assertThat(block.name()).as("the tag above %s:%n%s", block, block.text()).isNotNull();
        assertThat(block.text()).as("%s", block).isEqualTo(snippets.text(block.name()));
      }
    }
  }

  @Test
  void everySnippetIsShown() throws IOException {
    Set<String> shown = new HashSet<>();
    for (Path file : guide()) {
      blocks(file).forEach(block -> shown.add(String.valueOf(block.name())));
    }
    assertThat(shown).containsAll(Snippets.read().names());
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    for (Path file : documents()) {
      for (MatchResult link : LINK.matcher(Files.readString(file)).results().toList()) {
        assertThat(file.resolveSibling(link.group(1))).as("a link in %s", file).exists();
      }
    }
  }

  @Test
  void everyTestThatIsNamedIsThere() throws IOException {
    for (Path file : documents()) {
      for (MatchResult name : TEST_NAME.matcher(Files.readString(file)).results().toList()) {
        String source = sourceOf(name.group(1));
        assertThat(source).as("%s, named in %s", name.group(1), file).isNotNull();
        if (name.group(2) != null) {
          assertThat(source).as("named in %s", file).contains(" " + name.group(2) + "(");
        }
      }
    }
  }

  private static @Nullable String sourceOf(String className) throws IOException {
    for (String module : MODULES) {
      Path sources = ROOT.resolve(module).resolve("src").toRealPath();
      try (Stream<Path> files = Files.walk(sources)) {
        Path found =
            files.filter(file -> file.endsWith(className + ".java")).findAny().orElse(null);
        if (found != null) {
          return Files.readString(found);
        }
      }
    }
    return null;
  }
}
