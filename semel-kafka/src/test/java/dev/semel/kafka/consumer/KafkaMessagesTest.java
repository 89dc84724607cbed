package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.ConfigurationException;
import dev.semel.inbox.Delivery;
import dev.semel.inbox.InvalidMessageException;
import dev.semel.inbox.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

/** What becomes of records on their way to messages. */
class KafkaMessagesTest {
  private static <K, V> ConsumerRecord<K, V> event(K key, V value) {
    ConsumerRecord<K, V> record = new ConsumerRecord<>("cases", 3, 42, key, value);
    Topic.event("e-1")
        .forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    return record;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void bytesAndTextsGiveTheSameMessage() {
    KafkaMessages messages = KafkaMessages.cloudEvents();
    Message expected = messages.read(event(bytes("k"), bytes("v")));
    assertThat(messages.read(event("k", "v"))).isEqualTo(expected);
    assertThat(messages.read(event("k", ByteBuffer.wrap(bytes("v"))))).isEqualTo(expected);
    assertThat(messages.read(event("k", Bytes.wrap(bytes("v"))))).isEqualTo(expected);
    assertThat(expected.key()).isEqualTo("k");
    assertThatThrownBy(() -> messages.read(event("k", 7L)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("deserializer");
  }

  @Test
  void aKeyOfAnyBytesIsWrittenAsAFitText() {
    Delivery binary = KafkaMessages.delivery(event(new byte[] {0, (byte) 0xff}, bytes("v")));
    assertThat(binary.key()).isEqualTo("0x00ff");
    Delivery large = KafkaMessages.delivery(event("k".repeat(300), "v"));
    assertThat(large.key()).hasSize(32);
    assertThat(binary.position()).isEqualTo("3-42");
  }

  @Test
  void aRecordWithoutAKeyHasItsPartitionForOne() {
    ConsumerRecord<byte[], byte[]> keyless = new ConsumerRecord<>("cases", 3, 42, null, bytes("v"));
    Topic.event("e-1").forEach((name, text) -> keyless.headers().add(name, bytes(text)));
    assertThat(KafkaMessages.cloudEvents().read(keyless).key()).isEqualTo("cases-3");
  }

  @Test
  void aRecordThatDoesNotSayWhichMessageItIsIsNamedByItsPosition() {
    ConsumerRecord<byte[], byte[]> unknown =
        new ConsumerRecord<>("t".repeat(249), 3, 42, bytes("k"), bytes("v"));
    unknown.headers().add("trace", null).add("a", bytes("b"));
    assertThatThrownBy(() -> KafkaMessages.cloudEvents().read(unknown))
        .isInstanceOf(InvalidMessageException.class);
    Message named = KafkaMessages.unread(unknown);
    assertThat(named.id().id()).endsWith("-3-42").hasSizeLessThanOrEqualTo(255);
    assertThat(named.key()).isEqualTo("k");
    assertThat(named.headers()).containsOnlyKeys("a");
  }

  @Test
  void anUnreadRecordOfAnEmptyKeyHasNone() {
    ConsumerRecord<byte[], byte[]> unknown =
        new ConsumerRecord<>("cases", 3, 42, new byte[0], bytes("v"));
    Message named = KafkaMessages.unread(unknown);
    assertThat(named.id().id()).isEqualTo("cases-3-42");
    assertThat(named.key()).isNull();
  }
}
