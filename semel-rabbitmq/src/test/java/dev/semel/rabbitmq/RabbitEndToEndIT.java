package dev.semel.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.relay.Relay;
import dev.semel.testing.broker.Ledger;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.rabbitmq.RabbitExtension;
import dev.semel.testing.rabbitmq.RabbitServer;
import dev.semel.testing.relay.Eventually;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** From an outbox through the broker into an inbox, with the broker and the network failing. */
@ExtendWith({RabbitExtension.class, PostgresExtension.class})
class RabbitEndToEndIT {
  private final RabbitServer server;
  private final Ledger ledger;
  private final Rabbit rabbit;

  RabbitEndToEndIT(RabbitServer server, PostgresDatabase database) {
    this.server = server;
    this.ledger = Rabbit.ledger(database);
    this.rabbit = new Rabbit(server);
  }

  @Test
  @Tag("thorough")
  void aBrokerThatIsKilledWhilePublishingLosesNothingAndNothingIsAppliedTwice()
      throws SQLException {
    ledger.publish("case", 40, 50);
    try (RabbitSink sink = rabbit.sink();
        Relay relay = ledger.relay(sink);
        RabbitConsumer consumer =
            RabbitConsumer.builder(rabbit.factory(), rabbit.queue, ledger.inbox(), Ledger.CONSUMER)
                .applying(ledger::apply)
                .start()) {
      relay.start();
      Eventually.holds("it is under way", () -> ledger.applied() > 100);
      server.crash();
      server.restart();
      Eventually.holds("all are applied", () -> ledger.applied() >= 2_000);
      assertThat(relay.status().deadLetters()).isZero();
    }
    assertThat(ledger.applied()).isEqualTo(2_000);
    assertThat(ledger.appliedTwice()).isZero();
    assertThat(ledger.outOfOrder()).isZero();
  }

  @Test
  void connectionsThatAreCutOnBothSidesLoseNothingAndNothingIsAppliedTwice() throws SQLException {
    try (FaultProxy proxy = FaultProxy.to(server.host(), server.port());
        RabbitSink sink = rabbit.sink(rabbit.via(proxy));
        Relay relay = ledger.relay(sink);
        RabbitConsumer consumer =
            RabbitConsumer.builder(rabbit.via(proxy), rabbit.queue, ledger.inbox(), Ledger.CONSUMER)
                .applying(ledger::apply)
                .start()) {
      relay.start();
      for (int round = 1; round <= 4; round++) {
        // Confirmations and deliveries are lost in the middle of their stream.
        proxy.cutAfterBytes(Direction.TO_CLIENT, 2_000L * round);
        ledger.publish("case%d".formatted(round), 10, 10);
        long expected = 100L * round;
        Eventually.holds("all are applied", () -> ledger.applied() >= expected);
      }
      assertThat(relay.status().deadLetters()).isZero();
    }
    assertThat(ledger.applied()).isEqualTo(400);
    assertThat(ledger.appliedTwice()).isZero();
    assertThat(ledger.outOfOrder()).isZero();
  }
}
