package dev.semel.webhook.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.guide.GuideContract;
import dev.semel.webhook.PayloadForm;
import dev.semel.webhook.WebhookClient;
import dev.semel.webhook.WebhookSettings;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The guide shows what runs here, and lists all that its reader will meet. */
class WebhooksOutGuideTest extends GuideContract {
  private static String page() throws IOException {
    return Files.readString(Path.of("..", "docs", "guide", "webhooks-out.md"));
  }

  @ParameterizedTest
  @EnumSource
  void everyFormHasARow(PayloadForm form) throws IOException {
    assertThat(page()).contains("\n| `" + form + "`");
  }

  @ParameterizedTest
  @MethodSource
  void everySettingIsInTheTable(String setting) throws IOException {
    assertThat(page()).contains("\n| `" + setting + "` |");
  }

  static List<String> everySettingIsInTheTable() {
    Stream<String> client =
        Arrays.stream(WebhookClient.Builder.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .filter(method -> method.getReturnType() == WebhookClient.Builder.class)
            .map(Method::getName);
    Stream<String> settings =
        Arrays.stream(WebhookSettings.class.getRecordComponents()).map(RecordComponent::getName);
    return Stream.concat(settings, client).toList();
  }
}
