package dev.semel.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.GetResponse;
import dev.semel.Event;
import dev.semel.inbox.Message;
import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({RabbitExtension.class, PostgresExtension.class})
class RabbitSinkIT {
  private static final Event GOOD = Event.of("case", "good", "changed", "{}").version(1);

  private final RabbitServer server;
  private final Ledger ledger;

  RabbitSinkIT(RabbitServer server, PostgresDatabase database) {
    this.server = server;
    this.ledger = Rabbit.ledger(database);
  }

  private static DeadLetter onlyDeadLetter(Relay relay) {
    Eventually.holds("a dead letter", () -> relay.status().deadLetters() == 1);
    return relay.deadLetters().list(DeadLetterFilter.all(), 2).get(0);
  }

  @Test
  void eventsArriveInOrderWithWhatTellsThemApart() throws SQLException {
    Rabbit rabbit = new Rabbit(server);
    ledger.publish("case", 20, 10);
    ledger.publish(
        List.of(Event.of("case", "other", "closed", null).headers(Map.of("trace", "ü"))));
    try (RabbitSink sink = rabbit.sink();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      Eventually.holds("all are confirmed", () -> relay.status().waitingEvents() == 0);
    }
    List<GetResponse> arrived = rabbit.drain();
    assertThat(arrived).hasSize(201);
    Map<String, Long> versions = new HashMap<>();
    for (GetResponse response : arrived) {
      Message message = Rabbit.message(response);
      assertThat(response.getProps().getMessageId()).isEqualTo(message.id().id());
      assertThat(response.getProps().getDeliveryMode()).isEqualTo(2);
      assertThat(message.id().source()).isEqualTo("/cases");
      assertThat(message.tenant()).isEqualTo("acme");
      assertThat(message.aggregateType()).isEqualTo("case");
      if (message.version() != null) {
        Long before = versions.put(String.valueOf(message.key()), message.version());
        assertThat(message.version()).isEqualTo(before == null ? 1 : before + 1);
        assertThat(response.getProps().getContentType()).isEqualTo("application/json");
      } else {
        assertThat(message.payload()).isNull();
        assertThat(message.headers()).containsEntry("trace", "ü");
      }
    }
  }

  @Test
  void whatNoQueueIsBoundForIsNotPublished() throws SQLException {
    Rabbit rabbit = new Rabbit(server);
    ledger.publish(List.of(Event.of("nobody", "1", "changed", "{}"), GOOD));
    try (RabbitSink sink = rabbit.sink();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      DeadLetter dead = onlyDeadLetter(relay);
      assertThat(dead.event().aggregateType()).isEqualTo("nobody");
      assertThat(dead.reason()).contains("no queue bound", "nobody.changed", "bind one");
      Eventually.holds("the other arrived", () -> rabbit.waiting() == 1);
    }
  }

  @Test
  void anExchangeThatIsMissingHoldsUpNobodyElse() throws SQLException {
    Rabbit rabbit = new Rabbit(server);
    ledger.publish(List.of(Event.of("lost", "1", "changed", "{}"), GOOD));
    RabbitRouting routing =
        event ->
            event.aggregateType().equals("lost")
                ? new RabbitRoute("no-such-exchange", "x")
                : RabbitRouting.toExchange(rabbit.exchange).of(event);
    try (RabbitSink sink = RabbitSink.builder(rabbit.factory(), "/cases").routing(routing).build();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      assertThat(onlyDeadLetter(relay).reason()).contains("no-such-exchange", "declare it");
      Eventually.holds("the other arrived", () -> rabbit.waiting() == 1);
    }
  }

  @Test
  void aPayloadThatIsLargerThanTheSinkSendsIsRefused() throws SQLException {
    Rabbit rabbit = new Rabbit(server);
    ledger.publish(List.of(Event.of("case", "large", "changed", large(2_000)), GOOD));
    try (RabbitSink sink =
            RabbitSink.builder(rabbit.factory(), "/cases")
                .routing(RabbitRouting.toExchange(rabbit.exchange))
                .maxBodyBytes(1_000)
                .build();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      assertThat(onlyDeadLetter(relay).reason()).contains("at most 1000");
      Eventually.holds("the other arrived", () -> rabbit.waiting() == 1);
    }
  }

  @Test
  void aPayloadThatIsLargerThanTheBrokerTakesIsRefusedAndHoldsUpNobodyElse() throws SQLException {
    Rabbit rabbit = new Rabbit(server);
    ledger.publish(List.of(Event.of("case", "large", "changed", large(1_500_000)), GOOD));
    ledger.publish("case", 5, 3);
    try (RabbitSink sink = rabbit.sink();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      DeadLetter dead = onlyDeadLetter(relay);
      assertThat(dead.event().aggregateId()).isEqualTo("large");
      assertThat(dead.reason()).contains("larger than the broker takes");
      Eventually.holds("the others arrived", () -> ids(rabbit).size() == 16);
    }
  }

  private static String large(int bytes) {
    return "\"%s\"".formatted("x".repeat(bytes));
  }

  private final Set<String> seen = new HashSet<>();

  /** The message ids seen in the queue so far. */
  private Set<String> ids(Rabbit rabbit) {
    rabbit.drain().forEach(one -> seen.add(one.getProps().getMessageId()));
    return seen;
  }

  @Test
  void whatTheBrokerDoesNotTakeHasFailed() throws SQLException {
    Rabbit rabbit = new Rabbit(server, Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
    ledger.publish("case", 2, 1);
    try (RabbitSink sink = rabbit.sink();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      assertThat(onlyDeadLetter(relay).reason()).contains("nack");
      assertThat(rabbit.waiting()).isEqualTo(1);
    }
  }

  @Test
  void aLostConfirmationIsFollowedByTheSameMessageAgain() throws SQLException {
    Rabbit rabbit = new Rabbit(server);
    try (FaultProxy proxy = FaultProxy.to(server.host(), server.port());
        RabbitSink sink = rabbit.sink(rabbit.via(proxy));
        Relay relay = ledger.relay(sink)) {
      relay.start();
      ledger.publish(List.of(GOOD));
      Eventually.holds("the sink is connected", () -> relay.status().waitingEvents() == 0);
      proxy.blackHole(Direction.TO_CLIENT);
      ledger.publish(List.of(Event.of("case", "lost", "changed", "{}").version(1)));
      Eventually.holds("the broker has it", () -> rabbit.waiting() == 2);
      assertThat(relay.status().waitingEvents()).isEqualTo(1);
      proxy.heal();
      Eventually.holds("it is confirmed", () -> relay.status().waitingEvents() == 0);
      assertThat(relay.status().deadLetters()).isZero();
    }
    List<GetResponse> arrived = rabbit.drain();
    assertThat(arrived).hasSize(3);
    assertThat(arrived.get(2).getProps().getMessageId())
        .isEqualTo(arrived.get(1).getProps().getMessageId());
  }

  @Test
  void whileTheBrokerIsShortOfMemoryNothingIsCountedOrLost() throws SQLException {
    Rabbit rabbit = new Rabbit(server);
    try (RabbitSink sink = rabbit.sink();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      ledger.publish(List.of(GOOD));
      Eventually.holds("the sink is connected", () -> relay.status().waitingEvents() == 0);
      server.control("set_vm_memory_high_watermark", "0.0000001");
      try {
        ledger.publish("case", 3, 2);
        Eventually.holds("the relay pauses", () -> relay.status().waitingEvents() > 0);
      } finally {
        server.control("set_vm_memory_high_watermark", "0.4");
      }
      Eventually.holds("all are confirmed", () -> relay.status().waitingEvents() == 0);
      assertThat(relay.status().deadLetters()).isZero();
    }
    assertThat(ids(rabbit)).hasSize(7);
  }
}
