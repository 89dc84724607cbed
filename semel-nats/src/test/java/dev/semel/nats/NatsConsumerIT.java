package dev.semel.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.ConfigurationException;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.InboxWorker;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.MessageState;
import dev.semel.relay.Relay;
import dev.semel.spi.Boundary;
import dev.semel.testing.broker.Ledger;
import dev.semel.testing.nats.NatsExtension;
import dev.semel.testing.nats.NatsServer;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.relay.Eventually;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.impl.Headers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({NatsExtension.class, PostgresExtension.class})
class NatsConsumerIT {
  private static final String NAME = Ledger.CONSUMER.name();

  private final NatsServer server;
  private final Ledger ledger;
  private final Jet jet;

  NatsConsumerIT(NatsServer server, PostgresDatabase database) {
    this.server = server;
    this.ledger = Jet.ledger(database);
    this.jet = new Jet(server);
  }

  private NatsConsumer.Builder consumer(Inbox inbox) {
    return NatsConsumer.builder(jet.options(), jet.name, "d", inbox, Ledger.CONSUMER)
        .ackWait(Duration.ofSeconds(1));
  }

  private void allAreSettled() {
    Eventually.holds("all are settled", () -> jet.unsettled("d") == 0);
  }

  @Test
  void aMessageThatFailsHoldsItsKeyThenBecomesADeadLetterAndLetsItPass() {
    jet.put("p-1", "poisoned", 1);
    jet.put("p-2", "poisoned", 2);
    jet.put("g-1", "good", 1);
    AtomicInteger attempts = new AtomicInteger();
    Inbox inbox = ledger.inbox();
    try (NatsConsumer consumer =
        consumer(inbox)
            .applying(
                (message, effect) -> {
                  if (message.id().id().equals("p-1")) {
                    attempts.incrementAndGet();
                    throw new IllegalStateException("no such case");
                  }
                  ledger.apply(message, effect);
                })
            .start()) {
      Eventually.holds("both others are applied", () -> ledger.applied() == 2);
      allAreSettled();
    }
    List<KeptMessage> dead = inbox.records().list(NAME, MessageState.DEAD, 10);
    assertThat(dead).hasSize(1);
    assertThat(dead.get(0).reason()).contains("no such case");
    assertThat(attempts.get()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void aMessageThatDoesNotSayWhichItIsBecomesADeadLetter() {
    jet.put(new Headers(), "who am I?");
    jet.put("g-1", "good", 1);
    Inbox inbox = ledger.inbox();
    try (NatsConsumer consumer = consumer(inbox).applying(ledger::apply).start()) {
      Eventually.holds("the good one is applied", () -> ledger.applied() == 1);
      allAreSettled();
    }
    assertThat(inbox.records().list(NAME, MessageState.DEAD, 10)).hasSize(1);
  }

  @Test
  void aConsumerThatIsCutOffAfterItsCommitAppliesNothingTwice() {
    for (int i = 1; i <= 20; i++) {
      jet.put("m-" + i, "case-" + i, 1);
    }
    AtomicInteger commits = new AtomicInteger();
    try (FaultProxy proxy = FaultProxy.to(server.host(), server.port())) {
      Inbox inbox =
          ledger
              .inboxBuilder()
              .boundaries(
                  (boundary, intent) -> {
                    if (boundary == Boundary.AFTER_SETTLE && commits.getAndIncrement() < 2) {
                      proxy.cutAll();
                    }
                  })
              .build();
      try (NatsConsumer consumer =
          NatsConsumer.builder(jet.via(proxy), jet.name, "d", inbox, Ledger.CONSUMER)
              .ackWait(Duration.ofSeconds(1))
              .maxInHand(10)
              .applying(ledger::apply)
              .start()) {
        Eventually.holds("all are applied", () -> ledger.applied() >= 20);
        allAreSettled();
      }
    }
    assertThat(ledger.applied()).isEqualTo(20);
    assertThat(ledger.appliedTwice()).isZero();
  }

  @Test
  void twoConsumersAndEveryMessageTwiceApplyEachOnce() {
    int messages = 60;
    // Without Nats-Msg-Id, as if each second one came after the stream's duplicate window.
    for (int i = 0; i < 2 * messages; i++) {
      jet.put("m-" + i % messages, "case-" + i % 7, 1);
    }
    try (NatsConsumer one = consumer(ledger.inbox()).maxInHand(10).applying(ledger::apply).start();
        NatsConsumer two = consumer(ledger.inbox()).maxInHand(10).applying(ledger::apply).start()) {
      Eventually.holds("all are applied", () -> ledger.applied() >= messages);
      allAreSettled();
    }
    assertThat(ledger.applied()).isEqualTo(messages);
    assertThat(ledger.appliedTwice()).isZero();
  }

  @Test
  void whileTheDatabaseIsAwayNothingIsLostOrGivenUp() {
    try (OwnPostgresServer postgres = PostgresServer.durable()) {
      Ledger own = Jet.ledger(postgres.newDatabase("away"));
      Inbox inbox = own.inbox();
      AtomicBoolean crashed = new AtomicBoolean();
      for (int i = 1; i <= 10; i++) {
        jet.put("m-" + i, "case", i);
      }
      try (NatsConsumer consumer =
          consumer(inbox)
              .applying(
                  (message, effect) -> {
                    if (!crashed.getAndSet(true)) {
                      postgres.crash();
                    }
                    own.apply(message, effect);
                  })
              .start()) {
        Eventually.holds("it was at work when the database went", crashed::get);
        assertThat(jet.unsettled("d")).isEqualTo(10);
        postgres.restart();
        Eventually.holds("all are applied", () -> own.applied() == 10);
        allAreSettled();
      }
      assertThat(own.appliedTwice()).isZero();
      assertThat(own.outOfOrder()).isZero();
      assertThat(inbox.records().list(NAME, MessageState.DEAD, 10)).isEmpty();
    }
  }

  @Test
  @Tag("thorough")
  void slowWorkIsNotDeliveredAgain() {
    Duration ackWait = Duration.ofSeconds(10);
    jet.put("m-1", "case", 1);
    CountDownLatch longer = new CountDownLatch(1);
    AtomicInteger deliveries = new AtomicInteger();
    try (NatsConsumer consumer =
        consumer(ledger.inbox())
            .ackWait(ackWait)
            .applying(
                (message, effect) -> {
                  deliveries.incrementAndGet();
                  await(longer);
                  ledger.apply(message, effect);
                })
            .start()) {
      Eventually.holds("it is at work", () -> deliveries.get() == 1);
      try (NatsConsumer idle =
          consumer(ledger.inbox()).ackWait(ackWait).applying(ledger::apply).start()) {
        // Three come within the wait, so that with the fourth it is over.
        jet.awaitSigns("d", 4);
      }
      long redelivered =
          jet.with(
              connection ->
                  connection.jetStreamManagement().getConsumerInfo(jet.name, "d").getRedelivered());
      longer.countDown();
      Eventually.holds("it is applied", () -> ledger.applied() == 1);
      allAreSettled();
      assertThat(redelivered).isZero();
    }
    assertThat(deliveries).hasValue(1);
  }

  @Test
  void workInProgressIsReportedToTheServer() {
    jet.put("m-1", "case", 1);
    CountDownLatch longer = new CountDownLatch(1);
    try (NatsConsumer consumer =
        consumer(ledger.inbox())
            .ackWait(Duration.ofSeconds(2))
            .applying(
                (message, effect) -> {
                  await(longer);
                  ledger.apply(message, effect);
                })
            .start()) {
      jet.awaitSigns("d", 1);
      longer.countDown();
      Eventually.holds("it is applied", () -> ledger.applied() == 1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void storedMessagesAreAcknowledgedAndWorkedOff() {
    Inbox inbox = ledger.inbox();
    for (int i = 1; i <= 10; i++) {
      jet.put("m-" + i, "case", i);
    }
    jet.put("m-1", "case", 1);
    try (InboxWorker worker =
            InboxWorker.start(inbox, Ledger.CONSUMER, ledger::apply, 1, Duration.ofSeconds(30));
        NatsConsumer consumer = consumer(inbox).storing(worker::wake).start()) {
      Eventually.holds("all are worked off", () -> ledger.applied() == 10);
      allAreSettled();
    }
    assertThat(ledger.outOfOrder()).isZero();
  }

  @Test
  void aDurableConsumerThatWouldForgetMessagesIsRefused() {
    refused(ConsumerConfiguration.builder().durable("d").ackPolicy(AckPolicy.None).build());
    refused(ConsumerConfiguration.builder().durable("d").maxDeliver(5).build());
  }

  private void refused(ConsumerConfiguration forgetful) {
    jet.with(c -> c.jetStreamManagement().addOrUpdateConsumer(jet.name, forgetful));
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> PullLink.open(consumer(ledger.inbox())));
    jet.with(c -> c.jetStreamManagement().deleteConsumer(jet.name, "d"));
  }

  @Test
  void aServerThatIsKilledWhilePublishingLosesNothingAndNothingIsAppliedTwice()
      throws SQLException {
    ledger.publish("case", 40, 50);
    try (NatsSink sink = jet.sink();
        Relay relay = ledger.relay(sink);
        NatsConsumer consumer = consumer(ledger.inbox()).applying(ledger::apply).start()) {
      relay.start();
      Eventually.holds("it is under way", () -> ledger.applied() > 100);
      server.crash();
      server.restart();
      Eventually.holds("all are applied", () -> ledger.applied() >= 2_000);
      assertThat(relay.status().deadLetters()).isZero();
    }
    assertThat(ledger.applied()).isEqualTo(2_000);
    assertThat(ledger.appliedTwice()).isZero();
  }
}
