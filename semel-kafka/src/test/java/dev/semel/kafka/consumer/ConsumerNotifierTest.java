package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsumerNotifierTest {
  private static final KafkaConsumerChange STARTED = new KafkaConsumerChange.Started("board", 0);

  private final List<KafkaConsumerChange> heard = new ArrayList<>();

  private ConsumerNotifier after(Error error) {
    KafkaConsumerListener broken =
        change -> {
          throw error;
        };
    return new ConsumerNotifier("board", List.of(broken, heard::add));
  }

  @Test
  void anErrorOfAListenerIsItsOwn() {
    after(new NoClassDefFoundError("Gone")).tell(STARTED);
    after(new StackOverflowError()).tell(STARTED);
    assertThat(heard).containsExactly(STARTED, STARTED);
  }

  @Test
  void aMachineWithoutMemoryIsNotTheListeners() {
    assertThatExceptionOfType(OutOfMemoryError.class)
        .isThrownBy(() -> after(new OutOfMemoryError()).tell(STARTED));
  }
}
