package dev.semel.kafka.consumer.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.kafka.consumer.KafkaConsumerChange;
import dev.semel.kafka.consumer.KafkaConsumerSettings;
import dev.semel.testing.guide.GuideContract;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page shows what runs here, and leaves out nothing that its reader will meet. */
class ConsumerGuideTest extends GuideContract {
  private final String page;

  ConsumerGuideTest() throws IOException {
    this.page = Files.readString(Path.of("..", "docs", "guide", "kafka-consumer.md"));
  }

  @Test
  void everyChangeIsNamed() {
    for (Class<?> change : KafkaConsumerChange.class.getPermittedSubclasses()) {
      assertThat(page).contains("`" + change.getSimpleName() + "`");
    }
  }

  @Test
  void everySettingIsListed() {
    for (RecordComponent setting : KafkaConsumerSettings.class.getRecordComponents()) {
      assertThat(page).contains("| `" + setting.getName() + "` |");
    }
  }
}
