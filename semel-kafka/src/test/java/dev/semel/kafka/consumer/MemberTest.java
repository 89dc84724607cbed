package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.junit.jupiter.api.Test;

/** The thread that polls, with a consumer that does as it is told. */
class MemberTest {
  private static final KafkaConsumerSettings SETTINGS =
      KafkaConsumerSettings.of(Map.of("bootstrap.servers", "localhost:1", "group.id", "g"), "cases")
          .lanes(1);

  private final Hand hand = new Hand(SETTINGS, 1, new Outage());

  private Member member(MockConsumer<byte[], byte[]> consumer, KafkaConsumerListener listener) {
    ConsumerNotifier notifier = new ConsumerNotifier("board", List.of(listener));
    return new Member(0, SETTINGS, consumer, hand, notifier);
  }

  @Test
  void aMemberThatBreaksOffAtItsStartLeavesInOrder() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    KafkaConsumerListener broken =
        change -> {
          if (change instanceof KafkaConsumerChange.Started) {
            throw new OutOfMemoryError();
          }
        };
    member(consumer, broken).run();
    assertThat(consumer.closed()).isTrue();
  }
}
