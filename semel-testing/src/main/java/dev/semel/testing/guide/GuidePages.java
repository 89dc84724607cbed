package dev.semel.testing.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pages that show code: {@code README.md}, {@code SECURITY.md} and everything in {@code
 * docs/guide}. A fenced block of code has the name of its snippet in a comment on the line above,
 * {@code <!-- snippet: name -->}. Read anew on every call.
 */
public final class GuidePages {
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:<!-- snippet: ([a-z0-9-]+) -->\\n)?^ *```(?:java|sql|properties|yaml)\\n(.*?)^ *```$",
          Pattern.DOTALL | Pattern.MULTILINE);

  private final Path root;

  private GuidePages(Path root) {
    this.root = root;
  }

  /**
   * The pages of a project.
   *
   * @param root the folder that has the README
   */
  public static GuidePages in(Path root) {
    return new GuidePages(root);
  }

  /**
   * A fenced block of code.
   *
   * @param name of the snippet it shows; null if it has no tag
   * @param text without common indentation
   */
  public record Block(Path page, @Nullable String name, String text) {
    @Override
    public String toString() {
      return "%s in %s".formatted(name == null ? "a block without a tag" : name, page);
    }
  }

  /** Every block of every page, page by page, from top to bottom. */
  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    pages().forEach(page -> blocks.addAll(blocksOf(page)));
    return blocks;
  }

  private List<Path> pages() {
    try (Stream<Path> guide = Files.list(root.resolve(Path.of("docs", "guide")))) {
      Stream<Path> others = Stream.of("README.md", "SECURITY.md").map(root::resolve);
      return Stream.concat(others, guide.sorted()).filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Block> blocksOf(Path page) {
    return BLOCK
        .matcher(textOf(page))
        .results()
        .map(hit -> new Block(page, hit.group(1), CodeSnippets.withoutIndentation(lines(hit))))
        .toList();
  }

  private static List<String> lines(MatchResult hit) {
    return hit.group(2).lines().toList();
  }

  private static String textOf(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
