package dev.semel.bench.contender;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.bench.measure.MeasurementException;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
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

  /**
   * @param toInbox whether what is delivered is consumed through an inbox, or done as it comes
   */
  SemelOutboxContender(Desk desk, boolean toInbox) {
    this.desk = desk;
    PostgresStore store = PostgresStore.on(desk.pool());
    this.semel = Semel.on(store);
    Sink sink = toInbox ? new ToInbox(desk, Inbox.on(store.inbox())) : new ToDesk(desk);
    this.relay = Relay.builder(PostgresRelays.on(desk.pool()), Desk.RELAY, sink).build();
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
      try {
        desk.deliver(callIn(event));
      } catch (SQLException e) {
        throw new MeasurementException("an event could not be delivered", e);
      }
    }
  }

  /** Delivers by way of an inbox that knows events by their ids. */
  private record ToInbox(Desk desk, Inbox inbox) implements Sink {
    private static final ConsumerSettings CONSUMER = ConsumerSettings.named("payments", "acme");

    @Override
    public void publish(SinkBatch batch) {
      for (Delivery delivery : batch.deliveries()) {
        Call call = callIn(delivery.event());
        Message message =
            Message.of(
                "/payments", delivery.event().id().toString(), call.payload().getBytes(UTF_8));
        Consumed consumed =
            inbox.consume(
                CONSUMER, message, (m, effect) -> desk.deliver(effect.connection(), call));
        settle(delivery, consumed);
      }
    }
  }

  /** Whatever the inbox says: what is not settled keeps the relay waiting for it. */
  static void settle(Delivery delivery, Consumed consumed) {
    if (consumed.mayAcknowledge()) {
      delivery.published();
    } else if (consumed instanceof Consumed.InProgress other) {
      delivery.failed("another attempt is at work", other.retryAfter());
    } else {
      delivery.failed("the inbox says " + consumed.getClass().getSimpleName());
    }
  }

  private static Call callIn(RelayedEvent event) {
    return new Call(event.aggregateId(), String.valueOf(event.payload()));
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
