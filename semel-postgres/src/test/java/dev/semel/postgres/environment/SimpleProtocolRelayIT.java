package dev.semel.postgres.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Delivery;
import dev.semel.relay.Relay;
import dev.semel.relay.Sink;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The relay where the driver sends statements as plain text. */
@ExtendWith(PostgresExtension.class)
class SimpleProtocolRelayIT {
  private static final DeadLetters.Decision ACCEPTED =
      new DeadLetters.Decision("test", "the sink accepts it now");

  private final DataSource dataSource;
  private final List<String> published = new CopyOnWriteArrayList<>();
  private volatile boolean refusing = true;

  SimpleProtocolRelayIT(PostgresDatabase database) {
    PostgresStore.builder(database.dataSource()).migrate().build();
    this.dataSource = database.dataSource(Map.of("preferQueryMode", "simple"));
  }

  private Sink sink() {
    return batch -> batch.deliveries().forEach(this::settle);
  }

  private void settle(Delivery delivery) {
    if (refusing && delivery.event().type().equals("Refused")) {
      delivery.refused("the test refuses it");
    } else {
      published.add(delivery.event().type());
      delivery.published();
    }
  }

  @Test
  void relayPublishesHoldsBackAndRedrives() throws SQLException {
    try (Relay relay = Relay.builder(PostgresRelays.on(dataSource), "cases", sink()).build()) {
      relay.start();
      publish(Event.of("case", "1", "Opened", "{}"), Event.of("case", "2", "Refused", "{}"));
      Eventually.holds(
          "one published, one dead letter",
          () -> published.size() == 1 && relay.status().deadLetters() == 1);
      publish(Event.of("case", "2", "Closed", "{}"), Event.of("case", "1", "Closed", "{}"));
      refusing = false;
      assertThat(relay.deadLetters().redrive(DeadLetterFilter.all(), 10, ACCEPTED)).isEqualTo(1);
      Eventually.holds("everything published", () -> published.size() == 4);
    }
    assertThat(published).containsOnlyOnce("Opened", "Refused");
  }

  private void publish(Event... events) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      Semel.on(PostgresStore.on(dataSource)).within(connection).publish("acme", events);
      connection.commit();
    }
  }
}
