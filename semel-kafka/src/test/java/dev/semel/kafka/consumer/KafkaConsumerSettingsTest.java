package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nonsense is refused at once, in words. */
class KafkaConsumerSettingsTest {
  private static Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>();
    client.put("bootstrap.servers", "localhost:9092");
    client.put("group.id", "board");
    return client;
  }

  private static void refused(Map<String, Object> client, String words) {
    assertThatThrownBy(() -> KafkaConsumerSettings.of(client, "cases"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void offsetsAreNotCommittedByKafkaItself() {
    Map<String, Object> client = client();
    client.put("enable.auto.commit", "True");
    refused(client, "leave it out, the runner commits them");
    client.put("enable.auto.commit", false);
    assertThat(KafkaConsumerSettings.of(client, "cases").group()).isEqualTo("board");
  }

  @Test
  void aGroupAndBrokersAreNeeded() {
    Map<String, Object> client = client();
    client.remove("group.id");
    refused(client, "group.id is missing");
    client = client();
    client.put("bootstrap.servers", " ");
    refused(client, "bootstrap.servers is missing");
  }

  @Test
  void deserializersAreOurs() {
    Map<String, Object> client = client();
    client.put("value.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
    refused(client, "value.deserializer is set");
  }

  @Test
  void aPartitionIsHeldForLessThanThePollIntervalAllows() {
    KafkaConsumerSettings settings =
        KafkaConsumerSettings.of(client(), "cases").client("max.poll.interval.ms", 30_000);
    assertThatThrownBy(() -> settings.revocationWait(Duration.ofSeconds(16)))
        .hasMessageContaining("half of max.poll.interval.ms");
    Map<String, Object> impatient = client();
    impatient.put("max.poll.interval.ms", "4000");
    assertThat(KafkaConsumerSettings.of(impatient, "cases").revocationWait())
        .isEqualTo(Duration.ofSeconds(2));
    impatient.put("max.poll.interval.ms", "soon");
    refused(impatient, "max.poll.interval.ms is no whole number");
  }

  @Test
  void numbersHaveBounds() {
    KafkaConsumerSettings settings = KafkaConsumerSettings.of(client(), "cases");
    assertThatThrownBy(() -> settings.lanes(0)).hasMessageContaining("number of lanes is 0");
    assertThatThrownBy(() -> settings.consumers(65)).hasMessageContaining("number of consumers");
    assertThatThrownBy(() -> settings.workers(-1)).hasMessageContaining("number of workers");
    assertThatThrownBy(() -> settings.commitInterval(Duration.ZERO))
        .hasMessageContaining("commit interval");
    assertThatThrownBy(() -> new KafkaConsumerSettings.Limits(10, 5, 1))
        .hasMessageContaining("max ahead");
    assertThatThrownBy(() -> KafkaConsumerSettings.of(client()))
        .hasMessageContaining("name what to consume");
  }

  @Test
  void onlyWhatIsCommittedIsReadFromTheBeginningUnlessToldOtherwise() {
    Map<String, Object> made =
        ClientProperties.ofMember(KafkaConsumerSettings.of(client(), "cases"), 0);
    assertThat(made)
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("auto.offset.reset", "earliest")
        .containsEntry("enable.auto.commit", false);
    Map<String, Object> client = client();
    client.put("isolation.level", "read_uncommitted");
    assertThat(ClientProperties.ofMember(KafkaConsumerSettings.of(client, "cases"), 0))
        .containsEntry("isolation.level", "read_uncommitted");
  }

  @Test
  void membersOfOneRunnerHaveStaticIdsOfTheirOwn() {
    KafkaConsumerSettings one =
        KafkaConsumerSettings.of(client(), "cases").client("group.instance.id", "node-7");
    assertThat(ClientProperties.ofMember(one, 0)).containsEntry("group.instance.id", "node-7");
    assertThat(ClientProperties.ofMember(one.consumers(2), 1))
        .containsEntry("group.instance.id", "node-7-1");
  }

  @Test
  void secretsAreNotShown() {
    KafkaConsumerSettings settings =
        KafkaConsumerSettings.of(client(), "cases").client("sasl.jaas.config", "password=hush");
    assertThat(settings.toString()).contains("sasl.jaas.config").doesNotContain("hush");
  }
}
