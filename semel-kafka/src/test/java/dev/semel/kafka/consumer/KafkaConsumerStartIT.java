package dev.semel.kafka.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class KafkaConsumerStartIT {
  private final Board board;
  private final List<Consumer<byte[], byte[]>> made = new ArrayList<>();

  KafkaConsumerStartIT(PostgresDatabase database) {
    this.board = new Board(database);
  }

  @AfterEach
  void close() {
    board.close();
  }

  /** Kafka's own, but not a second one. */
  private Consumer<byte[], byte[]> only(Map<String, Object> properties) {
    if (!made.isEmpty()) {
      throw new KafkaException("no room for another");
    }
    Consumer<byte[], byte[]> client = new KafkaConsumer<>(properties);
    made.add(client);
    return client;
  }

  @Test
  void ifASecondMemberCannotBeMadeTheFirstIsClosed() {
    Map<String, Object> client = Map.of("bootstrap.servers", "127.0.0.1:1", "group.id", "g");
    KafkaConsumerRunner runner =
        KafkaConsumerRunner.builder(board.inbox, Board.CONSUMER, Board::put)
            .settings(KafkaConsumerSettings.of(client, "cases").consumers(2))
            .clients(this::only)
            .build();
    assertThatExceptionOfType(KafkaException.class)
        .isThrownBy(runner::start)
        .withMessage("no room for another");
    assertThat(runner.status().members()).isZero();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> made.get(0).subscription())
        .withMessageContaining("closed");
  }
}
