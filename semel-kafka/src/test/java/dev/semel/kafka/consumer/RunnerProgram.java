package dev.semel.kafka.consumer;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A runner in a process of its own, to be killed. Ends with whoever started it, because its input
 * ends then.
 */
final class RunnerProgram {
  private RunnerProgram() {}

  /** Arguments: URL of the database, topic, commit interval in ms, and properties as name=value. */
  public static void main(String[] arguments) throws IOException {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(arguments[0]);
    Map<String, Object> client = new HashMap<>();
    for (int i = 3; i < arguments.length; i++) {
      String[] property = arguments[i].split("=", 2);
      client.put(property[0], property[1]);
    }
    KafkaConsumerSettings settings =
        KafkaConsumerSettings.of(client, arguments[1])
            .commitInterval(Duration.ofMillis(Long.parseLong(arguments[2])));
    KafkaConsumerRunner.builder(Board.inboxOn(pool), Board.CONSUMER, Board::put)
        .settings(settings)
        .build()
        .start();
    int input = System.in.read();
    while (input >= 0) {
      input = System.in.read();
    }
    Runtime.getRuntime().halt(0);
  }
}
