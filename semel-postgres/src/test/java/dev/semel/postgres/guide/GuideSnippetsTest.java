package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.guide.CodeSnippets;
import dev.semel.testing.guide.GuideContract;
import dev.semel.testing.guide.GuidePages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents show, in whichever module it runs, and what they name, is there. */
class GuideSnippetsTest extends GuideContract {
  private static final Path ROOT = Path.of("..");

  /** The module that it is about has a test of its own for it. */
  private static final String CHECKED_ELSEWHERE = "fingerprints.md";

  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");
  private static final Pattern TEST_NAME =
      Pattern.compile("`([A-Z]\\w+(?:IT|Test|Contract))(?:\\.([a-z]\\w+))?`");

  private static List<Path> modules() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT.toRealPath())) {
      return folders.filter(folder -> Files.isDirectory(folder.resolve("src"))).sorted().toList();
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

  /** The text of every snippet of every module, by its name. */
  private static Map<String, String> snippets() throws IOException {
    Map<String, String> texts = new HashMap<>();
    for (Path module : modules()) {
      CodeSnippets snippets = CodeSnippets.of(module);
      for (String name : snippets.names()) {
        assertThat(texts.put(name, String.valueOf(snippets.text(name))))
            .as("the snippet %s of another module than %s", name, module.getFileName())
            .isNull();
      }
    }
    return texts;
  }

  @Test
  void everyBlockOfCodeIsTakenFromATestThatRuns() throws IOException {
    Map<String, String> snippets = snippets();
    for (GuidePages.Block block : GuidePages.in(ROOT).blocks()) {
      if (!block.page().endsWith(CHECKED_ELSEWHERE)) {
        assertThat(block.name()).as("the tag above %s:%n%s", block, block.text()).isNotNull();
        assertThat(block.text()).as("%s", block).isEqualTo(snippets.get(block.name()));
      }
    }
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
        List<String> sources = sourcesOf(name.group(1));
        assertThat(sources).as("%s, named in %s", name.group(1), file).isNotEmpty();
        if (name.group(2) != null) {
          assertThat(sources)
              .as("%s, named in %s", name.group(), file)
              .anyMatch(source -> source.contains(" " + name.group(2) + "("));
        }
      }
    }
  }

  /** Returns the sources of all classes with this simple name. */
  private static List<String> sourcesOf(String className) throws IOException {
    List<String> sources = new ArrayList<>();
    for (Path module : modules()) {
      try (Stream<Path> files = Files.walk(module.resolve("src"))) {
        for (Path file : files.filter(it -> it.endsWith(className + ".java")).toList()) {
          sources.add(Files.readString(file));
        }
      }
    }
    return sources;
  }
}
