package dev.semel.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.inbox.CloudEventsReader;
import dev.semel.relay.DeadLetter;
import dev.semel.relay.DeadLetterFilter;
import dev.semel.relay.Relay;
import dev.semel.relay.RelayChange;
import dev.semel.relay.ReplayRequest;
import dev.semel.testing.broker.Ledger;
import dev.semel.testing.nats.NatsExtension;
import dev.semel.testing.nats.NatsServer;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.relay.Eventually;
import io.nats.client.Message;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({NatsExtension.class, PostgresExtension.class})
class NatsSinkIT {
  private static final Event GOOD = Event.of("case", "good", "changed", "{}").version(1);

  private final NatsServer server;
  private final Ledger ledger;
  private final Jet jet;

  NatsSinkIT(NatsServer server, PostgresDatabase database) {
    this.server = server;
    this.ledger = Jet.ledger(database);
    this.jet = new Jet(server);
  }

  private static DeadLetter onlyDeadLetter(Relay relay) {
    Eventually.holds("a dead letter", () -> relay.status().deadLetters() == 1);
    return relay.deadLetters().list(DeadLetterFilter.all(), 2).get(0);
  }

  @Test
  void eventsArriveInOrderWithWhatTellsThemApart() throws SQLException {
    ledger.publish("case", 20, 10);
    ledger.publish(
        List.of(Event.of("case", "Zürich €", "closed", null).headers(Map.of("trace", "t-1"))));
    try (NatsSink sink = jet.sink();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      Eventually.holds("all are stored", () -> jet.stored() == 201);
    }
    Map<String, Long> versions = new HashMap<>();
    for (Message arrived : jet.all()) {
      var message = CloudEventsReader.nats().read(IncomingMessages.read(arrived));
      assertThat(arrived.getHeaders().getFirst("Nats-Msg-Id")).isEqualTo(message.id().id());
      assertThat(message.id().source()).isEqualTo("/cases");
      assertThat(message.tenant()).isEqualTo("acme");
      if (message.version() != null) {
        Long before = versions.put(String.valueOf(message.key()), message.version());
        assertThat(message.version()).isEqualTo(before == null ? 1 : before + 1);
      } else {
        assertThat(message.payload()).isNull();
        assertThat(message.key()).isEqualTo("Zürich €");
        assertThat(message.headers()).containsEntry("trace", "t-1");
      }
    }
    assertThat(versions).hasSize(20);
  }

  @Test
  void whatNoStreamTakesHasFailedAndHoldsUpNobodyElse() throws SQLException {
    ledger.publish(List.of(Event.of("nobody", "1", "changed", "{}"), GOOD));
    NatsSubjects subjects =
        event ->
            event.aggregateType().equals("nobody")
                ? "nobody.takes.this"
                : NatsSubjects.under(jet.name).of(event);
    try (NatsSink sink = NatsSink.builder(jet.options(), "/cases").subjects(subjects).build();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      assertThat(onlyDeadLetter(relay).reason()).contains("nobody.takes.this", "add it");
      Eventually.holds("the other arrived", () -> jet.stored() == 1);
    }
  }

  @Test
  void anotherStreamThanTheExpectedOneIsNoPublication() throws SQLException {
    Jet other = new Jet(server);
    ledger.publish(List.of(GOOD));
    try (NatsSink sink =
            NatsSink.builder(jet.options(), "/cases")
                .subjects(NatsSubjects.under(other.name))
                .expectingStream(jet.name)
                .build();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      assertThat(onlyDeadLetter(relay).reason()).contains("expected stream");
    }
    assertThat(other.stored()).isZero();
  }

  @Test
  void anEventThatIsLargerThanTheServerTakesIsRefused() throws SQLException {
    String large = "\"%s\"".formatted("x".repeat(1_200_000));
    ledger.publish(List.of(Event.of("case", "large", "changed", large), GOOD));
    try (NatsSink sink = jet.sink();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      assertThat(onlyDeadLetter(relay).reason()).contains("at most 1000000");
      Eventually.holds("the other arrived", () -> jet.stored() == 1);
    }
  }

  @Test
  void aLostAcknowledgementIsFollowedByADuplicateThatTheStreamRecognises() throws SQLException {
    List<RelayChange> told = new CopyOnWriteArrayList<>();
    try (FaultProxy proxy = FaultProxy.to(server.host(), server.port());
        NatsSink sink = jet.sink(jet.via(proxy));
        Relay relay = ledger.relay(sink, told::add)) {
      relay.start();
      ledger.publish(List.of(GOOD));
      Eventually.holds("the sink is connected", () -> jet.stored() == 1);
      proxy.blackHole(Direction.TO_CLIENT);
      ledger.publish(List.of(Event.of("case", "lost", "changed", "{}").version(1)));
      Eventually.holds("the stream has it", () -> jet.stored() == 2);
      proxy.cutAll();
      proxy.heal();
      Eventually.holds("it is acknowledged", () -> relay.status().waitingEvents() == 0);
      assertThat(relay.status().deadLetters()).isZero();
      assertThat(told)
          .as("an answer that went down with its connection is not waited for")
          .anyMatch(
              change ->
                  change instanceof RelayChange.SinkUnavailable away
                      && away.reason().contains("the connection was lost"));
    }
    assertThat(jet.stored()).isEqualTo(2);
  }

  @Test
  void aReplayIsStoredAgainWithinTheDuplicateWindow() throws SQLException {
    ledger.publish(List.of(GOOD));
    try (NatsSink sink = jet.sink();
        Relay relay = ledger.relay(sink)) {
      relay.start();
      Eventually.holds("it is stored", () -> jet.stored() == 1);
      assertThat(relay.replay(ReplayRequest.named("again")).published()).isEqualTo(1);
    }
    assertThat(jet.stored()).isEqualTo(2);
  }
}
