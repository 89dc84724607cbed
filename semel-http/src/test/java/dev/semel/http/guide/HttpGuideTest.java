package dev.semel.http.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.HttpEvent;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.ProblemKind;
import dev.semel.http.Route;
import dev.semel.testing.guide.GuideContract;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The guide on HTTP shows what runs here, and leaves out nothing that its reader will meet. */
class HttpGuideTest extends GuideContract {
  private final List<String> page;

  HttpGuideTest() throws IOException {
    this.page = Files.readAllLines(Path.of("..", "docs", "guide", "http.md"));
  }

  private void assertHasLine(Predicate<String> line, String what) {
    assertThat(page.stream().anyMatch(line)).as("the page has %s", what).isTrue();
  }

  @Test
  void everyKindOfProblemIsListedAsItIs() {
    for (ProblemKind kind : ProblemKind.values()) {
      String row =
          "| `%s` | %d | %s |"
              .formatted(kind.code(), kind.defaultStatus(), kind.isRetryable() ? "yes" : "no");
      assertHasLine(line -> line.startsWith(row), row);
    }
  }

  @Test
  void everyEventIsNamed() {
    for (HttpEvent event : HttpEvent.values()) {
      assertHasLine(line -> line.contains("`" + event + "`"), event.name());
    }
  }

  @Test
  void everySettingOfARouteIsListed() {
    assertThat(settingsOf(Route.class)).allSatisfy(this::assertIsListed);
  }

  @Test
  void everySettingOfTheFilterIsListed() {
    assertThat(settingsOf(IdempotencyFilter.Builder.class)).allSatisfy(this::assertIsListed);
  }

  private void assertIsListed(String setting) {
    assertHasLine(
        line -> line.startsWith("| `") && line.split("\\|", 3)[1].contains(setting),
        "a row for " + setting);
  }

  /** Whatever gives another of its own kind is a setting. */
  private static Set<String> settingsOf(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getReturnType() == type)
        .map(Method::getName)
        .map(name -> "`" + name + "`")
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
