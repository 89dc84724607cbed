package dev.semel.bench.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.bench.work.EventSample;
import dev.semel.bench.work.Ids;
import dev.semel.bench.work.Payments;
import dev.semel.bench.work.Samples;
import dev.semel.kafka.KafkaSink;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Delivery;
import dev.semel.relay.Relay;
import dev.semel.relay.RelaySettings;
import dev.semel.relay.RelaySettings.Start;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Semel's outbox and relay, with the settings most services keep. */
final class SemelOutbox implements Contender {
  private final HikariDataSource pool;
  private final Semel semel;
  private final PostgresRelays relays;
  private final Sink sink;
  private final Start start;
  private final boolean wakesUp;
  private String relayName = "";
  private volatile @Nullable Relay relay;

  /**
   * Works in the schema {@code semel}.
   *
   * @param start whether a reset makes it begin with what comes after, or with all that is there
   * @param wakesUp whether the relay is told of commits, or polling has to find out
   */
  SemelOutbox(Place place, Start start, boolean wakesUp) {
    this.pool = place.pool();
    this.semel = Semel.on(PostgresStore.on(pool));
    this.relays = PostgresRelays.on(pool);
    this.sink = place.hasBroker() ? toKafka(place) : new Nowhere(place.acks());
    this.start = start;
    this.wakesUp = wakesUp;
    reset();
  }

  private static Sink toKafka(Place place) {
    return KafkaSink.builder(place.bootstrapServers(), "/bench")
        .properties(place.ackProperties())
        .build();
  }

  /** Takes everything and does nothing with it. */
  private record Nowhere(Acks acks) implements Sink {
    @Override
    public void publish(SinkBatch batch) {
      for (Delivery delivery : batch.deliveries()) {
        delivery.published();
        note(delivery.event());
      }
    }

    private void note(RelayedEvent event) {
      String payload = event.payload();
      if (payload != null) {
        acks.note(EventSample.numberOf(payload));
      }
    }
  }

  @Override
  public void pay() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      Payments.pay(connection, Samples.NOTE);
      connection.commit();
    }
  }

  @Override
  public void payAndPublish(int number) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      Payments.pay(connection, Samples.NOTE);
      semel.within(connection).publish(Samples.TENANT, event(number));
      connection.commit();
    }
    Relay running = relay;
    if (running != null && wakesUp) {
      running.wakeUp();
    }
  }

  private static Event event(int number) {
    return Event.of(
        EventSample.AGGREGATE_TYPE,
        EventSample.account(),
        EventSample.TYPE,
        EventSample.payload(number));
  }

  /** Another relay begins, with a position of its own. */
  @Override
  public void reset() {
    relayName = "bench-" + Ids.random();
    relays.setUp(relayName, RelaySettings.standard().shards(), start);
  }

  @Override
  public void open() {
    Relay opened = Relay.builder(relays, relayName, sink).build();
    opened.start();
    relay = opened;
  }

  @Override
  public void shut() {
    Relay open = relay;
    relay = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    shut();
    sink.close();
    pool.close();
  }
}
