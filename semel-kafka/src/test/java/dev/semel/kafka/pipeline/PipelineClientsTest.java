package dev.semel.kafka.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineClientsTest {
  private static Pipeline.Builder builder() {
    return Pipeline.builder("127.0.0.1:1", "p", "n").from("in").transform(record -> List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "enable.auto.commit, true",
    "isolation.level, read_uncommitted",
    "group.id, other",
    "max.poll.records, 7",
    "group.instance.id, mine",
    "auto.offset.reset, latest",
    "auto.offset.reset, none",
    "auto.offset.reset, by_duration:PT1H",
    "value.deserializer, org.apache.kafka.common.serialization.StringDeserializer"
  })
  void aConsumerThatWouldBreakThePromiseIsRefused(String name, String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().consumerProperty(name, value).build())
        .withMessageContaining(name)
        .withMessageContaining("Leave it out");
  }

  @ParameterizedTest
  @CsvSource({
    "acks, 1",
    "enable.idempotence, false",
    "transactional.id, other",
    "transaction.timeout.ms, 7"
  })
  void aProducerThatWouldBreakThePromiseIsRefused(String name, String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().producerProperty(name, value).build())
        .withMessageContaining(name)
        .withMessageContaining("Leave it out");
  }

  private static String transactionalId(String pipeline, String node) {
    return new PipelineClients(
            "127.0.0.1:1", pipeline, node, Map.of(), Map.of(), PipelineSettings.standard())
        .transactionalId(0);
  }

  @Test
  void noOtherPipelineAndNodeComeToTheSameTransactionalId() {
    assertThat(transactionalId("orders", "eu-1")).isNotEqualTo(transactionalId("orders-eu", "1"));
  }

  @Test
  void nonsenseIsRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pipeline.builder("b:1", "a b", "n"))
        .withMessageContaining("a b");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pipeline.builder("b:1", "p", "n").build())
        .withMessageContaining("from");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PipelineSettings.standard().lanes(0))
        .withMessageContaining("lanes is 0");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> PipelineSettings.standard().backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .withMessageContaining("longer");
  }

  private static PipelineClients clients(Map<String, Object> producerProperties) {
    return new PipelineClients(
        "127.0.0.1:1", "p", "n", Map.of(), producerProperties, PipelineSettings.standard());
  }

  @Test
  void aLaneDoesNotWaitLongerForItsOutputsThanAStopWaitsForTheLane() {
    assertThat(clients(Map.of()).producerProperties(0))
        .containsEntry("delivery.timeout.ms", "15000")
        .containsEntry("request.timeout.ms", "7000");
    assertThat(clients(Map.of("delivery.timeout.ms", 90_000)).producerProperties(0))
        .containsEntry("delivery.timeout.ms", 90_000)
        .doesNotContainKey("request.timeout.ms");
    assertThat(clients(Map.of("request.timeout.ms", 20_000)).producerProperties(0))
        .doesNotContainKey("delivery.timeout.ms");
  }

  @Test
  void deliveryTimeoutIncludesTheLingerTime() {
    PipelineClients lingering = clients(Map.of("linger.ms", 20_000));

    assertThat(lingering.producerProperties(0))
        .containsEntry("delivery.timeout.ms", "35000")
        .containsEntry("request.timeout.ms", "7000");
    // Kafka refuses a delivery timeout below linger plus request timeout.
    lingering.producer(0).close(Duration.ZERO);
  }
}
