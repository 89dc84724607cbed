package dev.semel.http.webhook.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.webhook.WebhookReceiverBuilder;
import dev.semel.http.webhook.WebhookResult;
import dev.semel.testing.guide.GuideContract;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The guide on webhooks shows what runs here, and lists all that its reader will meet. */
class WebhookGuideTest extends GuideContract {
  private static String page() throws IOException {
    return Files.readString(Path.of("..", "docs", "guide", "webhooks-in.md"));
  }

  @ParameterizedTest
  @EnumSource
  void everyResultHasARow(WebhookResult result) throws IOException {
    assertThat(page()).contains("\n| `" + result + "` |");
  }

  @ParameterizedTest
  @MethodSource
  void everySettingIsInTheTable(String setting) throws IOException {
    assertThat(page()).containsPattern("\n\\| (`\\w+`, )?`" + setting + "`(, `\\w+`)? \\|");
  }

  static List<String> everySettingIsInTheTable() {
    return Arrays.stream(WebhookReceiverBuilder.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> method.getReturnType() == WebhookReceiverBuilder.class)
        .map(Method::getName)
        .distinct()
        .toList();
  }
}
