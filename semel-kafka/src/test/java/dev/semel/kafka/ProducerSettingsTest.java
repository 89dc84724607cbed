package dev.semel.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.relay.RelaySettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProducerSettingsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @ParameterizedTest
  @CsvSource({
    "acks, 1",
    "acks, 0",
    "enable.idempotence, false",
    "transactional.id, mine",
    "partitioner.ignore.keys, true",
    "partitioner.class, org.apache.kafka.clients.producer.RoundRobinPartitioner",
    "key.serializer, org.apache.kafka.common.serialization.StringSerializer",
    "value.serializer, org.apache.kafka.common.serialization.StringSerializer",
    "bootstrap.servers, elsewhere:9092"
  })
  void whatWouldBreakThePromiseIsRefused(String name, String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> KafkaSink.builder("127.0.0.1:1", "/casework").property(name, value).build())
        .withMessageContaining(name)
        .withMessageContaining("Leave it out");
  }

  @Test
  void whatThePromiseNeedsIsSet() {
    assertThat(ProducerSettings.of("b:1", Map.of("acks", "-1"), MINUTE))
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", "true")
        .containsEntry("delivery.timeout.ms", "30000")
        .containsEntry("max.block.ms", "5000");
  }

  @Test
  void timeoutsEndBeforeTheRelaysOwn() {
    assertThat(ProducerSettings.of("b:1", Map.of(), Duration.ofSeconds(12)))
        .containsEntry("delivery.timeout.ms", "6000")
        .containsEntry("request.timeout.ms", "2000")
        .containsEntry("max.block.ms", "2000");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                KafkaSink.builder("127.0.0.1:1", "/casework")
                    .property("delivery.timeout.ms", 58_000)
                    .relaySettings(RelaySettings.standard())
                    .build())
        .withMessageContaining("not shorter than the relay's deliveryTimeout of 60000 ms");
  }

  @Test
  void aSourceIsAUriReference() {
    assertThatIllegalArgumentException().isThrownBy(() -> KafkaSink.builder("b:1", " "));
    assertThatIllegalArgumentException().isThrownBy(() -> KafkaSink.builder("b:1", "case work"));
  }
}
