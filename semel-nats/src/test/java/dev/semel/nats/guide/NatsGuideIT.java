package dev.semel.nats.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.nats.NatsConsumer;
import dev.semel.nats.NatsSink;
import dev.semel.nats.NatsSubjects;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Relay;
import dev.semel.testing.nats.NatsExtension;
import dev.semel.testing.nats.NatsServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on NATS. */
@ExtendWith({NatsExtension.class, PostgresExtension.class})
class NatsGuideIT {
  private static final ConsumerSettings DASHBOARD = ConsumerSettings.named("dashboard", "acme");

  private final NatsServer nats;
  private final DataSource dataSource;
  private final PostgresStore store;
  private final AtomicInteger counted = new AtomicInteger();

  NatsGuideIT(NatsServer nats, PostgresDatabase database) {
    this.nats = nats;
    this.dataSource = database.dataSource();
    this.store = PostgresStore.builder(dataSource).migrate().build();
  }

  private void count(Message message, JdbcEffect effect) {
    counted.incrementAndGet();
  }

  @Test
  void eventsGoOutAndComeIn()
      throws IOException, InterruptedException, JetStreamApiException, SQLException {
    // snippet: nats-stream
    Options options =
        Options.builder().server(nats.url()).connectionTimeout(Duration.ofSeconds(30)).build();
    try (io.nats.client.Connection connection = Nats.connect(options)) {
      connection
          .jetStreamManagement()
          .addStream(
              StreamConfiguration.builder()
                  .name("CASES")
                  .subjects("cases.>")
                  .storageType(StorageType.File)
                  .build());
    }
    // end snippet
    // snippet: nats-sink
    NatsSink sink =
        NatsSink.builder(options, "/casework")
            .subjects(NatsSubjects.under("cases"))
            .expectingStream("CASES")
            .build();
    Relay relay = Relay.builder(PostgresRelays.on(dataSource), "nats", sink).build();
    relay.start();
    // end snippet
    Inbox inbox = Inbox.on(store.inbox());
    try (sink;
        relay) {
      try (Connection connection = dataSource.getConnection()) {
        connection.setAutoCommit(false);
        Semel.on(store).within(connection).publish("acme", Event.of("case", "7", "opened", "{}"));
        connection.commit();
      }
      // snippet: nats-consumer
      NatsConsumer consumer =
          NatsConsumer.builder(options, "CASES", "dashboard", inbox, DASHBOARD)
              .ackWait(Duration.ofSeconds(30))
              .applying(this::count)
              .start();
      // end snippet
      Eventually.holds("it is counted", () -> counted.get() == 1);
      // snippet: nats-stop
      boolean ended = consumer.stop(Duration.ofSeconds(20));
      // end snippet
      assertThat(ended).isTrue();
      // snippet: nats-sink-stop
      relay.stop(Duration.ofSeconds(20));
      sink.close();
      // end snippet
    }
  }
}
