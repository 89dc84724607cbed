package dev.semel.testing.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The marked parts of a module's tests: of every file below {@code src/test} that lies in a folder
 * named {@code guide}. A part begins behind a line {@code // snippet: name} (or {@code -- snippet:
 * name} in SQL, {@code # snippet: name} in properties and YAML) and ends before {@code // end
 * snippet}. Parts of the same name belong together and are joined by an empty line. Immutable once
 * read.
 */
public final class CodeSnippets {
  private static final Pattern BEGIN = Pattern.compile("\\s*(?://|--|#) snippet: ([a-z0-9-]+)");
  private static final Pattern END = Pattern.compile("\\s*(?://|--|#) end snippet");

  private final Map<String, String> texts = new LinkedHashMap<>();

  private CodeSnippets() {}

  /**
   * Reads the snippets of a module; of one without such a folder there are none.
   *
   * @param module its folder; the empty path is the module whose tests are running
   */
  public static CodeSnippets of(Path module) {
    CodeSnippets snippets = new CodeSnippets();
    filesOf(module.resolve(Path.of("src", "test"))).forEach(snippets::collect);
    return snippets;
  }

  /** The text of a snippet without common indentation; null if there is none of this name. */
  public @Nullable String text(String name) {
    return texts.get(name);
  }

  public Set<String> names() {
    return Set.copyOf(texts.keySet());
  }

  static String withoutIndentation(List<String> lines) {
    return String.join("\n", lines).stripTrailing().stripIndent().strip();
  }

  private static List<Path> filesOf(Path tests) {
    if (!Files.isDirectory(tests)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(tests)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> isInGuideFolder(tests.relativize(file)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isInGuideFolder(Path file) {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      if (folder.endsWith("guide")) {
        return true;
      }
    }
    return false;
  }

  private void collect(Path file) {
    String name = null;
    List<String> lines = new ArrayList<>();
    for (String line : linesOf(file)) {
      Matcher begin = BEGIN.matcher(line);
      if (begin.matches()) {
        name = begin.group(1);
      } else if (name != null && END.matcher(line).matches()) {
        texts.merge(name, withoutIndentation(lines), (first, next) -> first + "\n\n" + next);
        name = null;
        lines.clear();
      } else if (name != null) {
        lines.add(line);
      }
    }
    if (name != null) {
      throw new IllegalStateException("snippet %s in %s has no end".formatted(name, file));
    }
  }

  private static List<String> linesOf(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
