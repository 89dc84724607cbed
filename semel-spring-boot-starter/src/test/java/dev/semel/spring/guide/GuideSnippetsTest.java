package dev.semel.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.guide.GuideContract;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages on Spring Boot show what runs, every property, and messages that there are. */
class GuideSnippetsTest extends GuideContract {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path PROPERTIES = DOCS.resolve("reference").resolve("spring-properties.md");
  private static final Path REFUSALS = DOCS.resolve("guide").resolve("spring-refusals.md");
  private static final Pattern MESSAGE = Pattern.compile("^\\| “([^”]+)” \\|", Pattern.MULTILINE);

  @Test
  void everyPropertyIsInTheTableWithItsDefault() throws IOException {
    String page = Files.readString(PROPERTIES);
    List<JsonNode> properties = properties();
    assertThat(properties).isNotEmpty();
    for (JsonNode property : properties) {
      String shown = property.has("defaultValue") ? text(property.path("defaultValue")) : "";
      String row =
          shown.isEmpty()
              ? "| `%s` | | ".formatted(property.path("name").asString())
              : "| `%s` | `%s` | ".formatted(property.path("name").asString(), shown);
      assertThat(page).contains(row + property.path("description").asString() + " |");
    }
  }

  private static String text(JsonNode value) {
    return value.isString() ? value.asString() : value.toString();
  }

  private static List<JsonNode> properties() throws IOException {
    try (InputStream json =
        GuideSnippetsTest.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      return JsonMapper.builder()
          .build()
          .readTree(Objects.requireNonNull(json))
          .path("properties")
          .valueStream()
          .filter(property -> property.path("name").asString().startsWith("semel."))
          .toList();
    }
  }

  @Test
  void everyMessageIsOneThatIsGiven() throws IOException {
    String sources = sources();
    List<String> messages =
        MESSAGE.matcher(Files.readString(REFUSALS)).results().map(MatchResult::group).toList();
    assertThat(messages).hasSizeGreaterThan(10);
    for (MatchResult row : MESSAGE.matcher(Files.readString(REFUSALS)).results().toList()) {
      for (String part : row.group(1).split(" … ", -1)) {
        assertThat(sources).contains(part.replace("\"", "\\\""));
      }
    }
  }

  private static String sources() throws IOException {
    Path store = Path.of("..", "semel-postgres", "src", "main", "java", "dev", "semel", "postgres");
    return sources(Path.of("src", "main")) + sources(store.resolve("connection"));
  }

  private static String sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(GuideSnippetsTest::read)
          .collect(Collectors.joining());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
