package dev.semel.bench.contender;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.bench.measure.MeasurementException;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.Delivery;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayedEvent;
import dev.semel.relay.Sink;
import dev.semel.relay.SinkBatch;
import java.sql.Connection;
import java.sql.SQLException;

/** Semel's outbox and relay: an event with a key, published in the transaction of the caller. */
final class SemelOutboxContender implements Contender {
  private final Desk desk;
  private final Semel semel;
  private final Relay relay;

  SemelOutboxContender(Desk desk) {
    this.desk = desk;
    this.semel = Semel.on(PostgresStore.on(desk.pool()));
    this.relay = Relay.builder(PostgresRelays.on(desk.pool()), "payments", new ToDesk(desk)).build();
    relay.start();
  }

  /** Delivers by doing the task. */
  private record ToDesk(Desk desk) implements Sink {
    @Override
    public void publish(SinkBatch batch) {
      for (Delivery delivery : batch.deliveries()) {
        deliver(delivery.event());
        delivery.published();
      }
    }

    private void deliver(RelayedEvent event) {
      try (Connection connection = desk.pool().getConnection()) {
        desk.pay(connection, new Call(event.aggregateId(), String.valueOf(event.payload())));
      } catch (SQLException e) {
        throw new MeasurementException("an event could not be delivered", e);
      }
    }
  }

  @Override
  public String take(Call call) throws SQLException {
    try (Connection connection = desk.pool().getConnection()) {
      connection.setAutoCommit(false);
      desk.note(connection, call);
      Event event =
          Event.of("payment", call.key(), "paid", call.payload()).keyed("paid " + call.key());
      int written = semel.within(connection).publish("acme", event);
      desk.waitAtGate(call);
      connection.commit();
      relay.wakeUp();
      return written == 1 ? "1 event written" : written + " events written";
    }
  }

  @Override
  public void close() {
    relay.close();
  }
}
