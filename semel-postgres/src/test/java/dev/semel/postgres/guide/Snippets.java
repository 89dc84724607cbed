package dev.semel.postgres.guide;

import dev.semel.testing.guide.CodeSnippets;
import java.nio.file.Path;
import java.util.Objects;

/** The statements that the guide shows, to be run. */
final class Snippets {
  private Snippets() {}

  static String sql(String name) {
    return Objects.requireNonNull(CodeSnippets.of(Path.of("")).text(name), name);
  }
}
