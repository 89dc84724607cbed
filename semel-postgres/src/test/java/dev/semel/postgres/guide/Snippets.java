package dev.semel.postgres.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The marked parts of the files in this package. A part begins behind a line {@code // snippet:
 * name} (or {@code -- snippet: name} in SQL) and ends before {@code // end snippet}. Parts of the
 * same name belong together and are joined by an empty line.
 */
final class Snippets {
  private static final Path JAVA =
      Path.of("src", "test", "java", "dev", "semel", "postgres", "guide");
  private static final Path SQL =
      Path.of("src", "test", "resources", "dev", "semel", "postgres", "guide");
  private static final Pattern BEGIN = Pattern.compile("\\s*(?://|--) snippet: ([a-z0-9-]+)");
  private static final Pattern END = Pattern.compile("\\s*(?://|--) end snippet");

  private final Map<String, String> texts = new LinkedHashMap<>();

  private Snippets() {}

  static Snippets read() {
    Snippets snippets = new Snippets();
    Stream.of(JAVA, SQL).flatMap(Snippets::filesIn).forEach(snippets::collect);
    return snippets;
  }

  /** The text of a snippet without common indentation; null if there is none of this name. */
  @Nullable String text(String name) {
    return texts.get(name);
  }

  Set<String> names() {
    return texts.keySet();
  }

  /** The text of a snippet, to be run. */
  static String sql(String name) {
    return Objects.requireNonNull(read().text(name), name);
  }

  private static Stream<Path> filesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  static String withoutIndentation(List<String> lines) {
    return String.join("\n", lines).stripTrailing().stripIndent().strip();
  }
}
