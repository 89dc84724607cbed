package dev.semel.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.InboxWorker;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.MessageState;
import dev.semel.spi.Boundary;
import dev.semel.testing.broker.Ledger;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.OwnPostgresServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.PostgresServer;
import dev.semel.testing.rabbitmq.RabbitExtension;
import dev.semel.testing.rabbitmq.RabbitServer;
import dev.semel.testing.relay.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith({RabbitExtension.class, PostgresExtension.class})
class RabbitConsumerIT {
  private static final String NAME = Ledger.CONSUMER.name();

  private final RabbitServer server;
  private final Ledger ledger;
  private final Rabbit rabbit;

  RabbitConsumerIT(RabbitServer server, PostgresDatabase database) {
    this.server = server;
    this.ledger = Rabbit.ledger(database);
    this.rabbit = new Rabbit(server);
  }

  private RabbitConsumer.Builder consumer(Inbox inbox) {
    return RabbitConsumer.builder(rabbit.factory(), rabbit.queue, inbox, Ledger.CONSUMER);
  }

  @Test
  void aMessageThatFailsHoldsItsKeyThenBecomesADeadLetterAndLetsItPass() {
    rabbit.put("p-1", "poisoned", 1);
    rabbit.put("p-2", "poisoned", 2);
    rabbit.put("g-1", "good", 1);
    AtomicInteger attempts = new AtomicInteger();
    AtomicBoolean firstWasDeadThen = new AtomicBoolean();
    Inbox inbox = ledger.inbox();
    try (RabbitConsumer consumer =
        consumer(inbox)
            .applying(
                (message, effect) -> {
                  if (message.id().id().equals("p-1")) {
                    attempts.incrementAndGet();
                    throw new IllegalStateException("no such case");
                  }
                  if (message.id().id().equals("p-2")) {
                    firstWasDeadThen.set(
                        inbox.records().list(NAME, MessageState.DEAD, 2).size() == 1);
                  }
                  ledger.apply(message, effect);
                })
            .start()) {
      Eventually.holds("both others are applied", () -> ledger.applied() == 2);
    }
    List<KeptMessage> dead = inbox.records().list(NAME, MessageState.DEAD, 10);
    assertThat(dead).hasSize(1);
    assertThat(dead.get(0).message().id().id()).isEqualTo("p-1");
    assertThat(dead.get(0).reason()).contains("no such case");
    // Each attempt after the batch that failed is one of its own.
    assertThat(attempts.get()).isGreaterThanOrEqualTo(3);
    assertThat(firstWasDeadThen).isTrue();
    assertThat(rabbit.waiting()).isZero();
  }

  @Test
  void aMessageThatDoesNotSayWhichItIsBecomesADeadLetter() {
    rabbit.put(Map.of(), "who am I?");
    rabbit.put("g-1", "good", 1);
    Inbox inbox = ledger.inbox();
    try (RabbitConsumer consumer = consumer(inbox).applying(ledger::apply).start()) {
      Eventually.holds("the good one is applied", () -> ledger.applied() == 1);
    }
    assertThat(inbox.records().list(NAME, MessageState.DEAD, 10))
        .singleElement()
        .satisfies(dead -> assertThat(dead.reason()).contains("cannot be read"));
    assertThat(rabbit.waiting()).isZero();
  }

  @Test
  void aConsumerThatIsCutOffAfterItsCommitAppliesNothingTwice() {
    for (int i = 1; i <= 20; i++) {
      rabbit.put("m-" + i, "case", i);
    }
    AtomicInteger commits = new AtomicInteger();
    try (FaultProxy proxy = FaultProxy.to(server.host(), server.port())) {
      Inbox inbox =
          ledger
              .inboxBuilder()
              .boundaries(
                  (boundary, intent) -> {
                    if (boundary == Boundary.AFTER_SETTLE && commits.getAndIncrement() < 3) {
                      proxy.cutAll();
                    }
                  })
              .build();
      try (RabbitConsumer consumer =
          RabbitConsumer.builder(rabbit.via(proxy), rabbit.queue, inbox, Ledger.CONSUMER)
              .prefetch(10)
              .applying(ledger::apply)
              .start()) {
        Eventually.holds("all are applied", () -> ledger.applied() >= 20);
        Eventually.holds("it came through", () -> commits.get() >= 2);
        Eventually.holds("all are acknowledged", () -> rabbit.unsettled() == 0);
      }
    }
    assertThat(rabbit.waiting()).isZero();
    assertThat(ledger.applied()).isEqualTo(20);
    assertThat(ledger.appliedTwice()).isZero();
    assertThat(ledger.outOfOrder()).isZero();
  }

  @Test
  void twoConsumersAndEveryMessageTwiceApplyEachOnce() {
    int messages = 60;
    for (int i = 0; i < 2 * messages; i++) {
      rabbit.put("m-" + i % messages, "case-" + i % 7, 1);
    }
    try (RabbitConsumer one =
            consumer(ledger.inbox()).prefetch(10).applying(ledger::apply).start();
        RabbitConsumer two =
            consumer(ledger.inbox()).prefetch(10).applying(ledger::apply).start()) {
      Eventually.holds("all are applied", () -> ledger.applied() >= messages);
      Eventually.holds("none is left", () -> rabbit.unsettled() == 0);
    }
    assertThat(ledger.applied()).isEqualTo(messages);
    assertThat(ledger.appliedTwice()).isZero();
  }

  @Test
  void whileTheDatabaseIsAwayNothingIsLostOrGivenUp() {
    try (OwnPostgresServer postgres = PostgresServer.durable()) {
      Ledger own = Rabbit.ledger(postgres.newDatabase("away"));
      Inbox inbox = own.inbox();
      AtomicBoolean crashed = new AtomicBoolean();
      try (RabbitConsumer consumer =
          consumer(inbox)
              .applying(
                  (message, effect) -> {
                    if (!crashed.getAndSet(true)) {
                      postgres.crash();
                    }
                    own.apply(message, effect);
                  })
              .start()) {
        for (int i = 1; i <= 10; i++) {
          rabbit.put("m-" + i, "case", i);
        }
        Eventually.holds("it was at work when the database went", crashed::get);
        assertThat(rabbit.waiting()).isZero();
        postgres.restart();
        Eventually.holds("all are applied", () -> own.applied() == 10);
      }
      assertThat(own.appliedTwice()).isZero();
      assertThat(own.outOfOrder()).isZero();
      assertThat(inbox.records().list(NAME, MessageState.DEAD, 10)).isEmpty();
      assertThat(rabbit.waiting()).isZero();
    }
  }

  @Test
  void storedMessagesAreAcknowledgedAndWorkedOff() {
    Inbox inbox = ledger.inbox();
    for (int i = 1; i <= 10; i++) {
      rabbit.put("m-" + i, "case", i);
    }
    rabbit.put("m-1", "case", 1);
    try (InboxWorker worker =
            InboxWorker.start(inbox, Ledger.CONSUMER, ledger::apply, 1, Duration.ofSeconds(30));
        RabbitConsumer consumer = consumer(inbox).storing(worker::wake).start()) {
      Eventually.holds("all are worked off", () -> ledger.applied() == 10);
    }
    assertThat(rabbit.waiting()).isZero();
    assertThat(ledger.outOfOrder()).isZero();
  }

  @Test
  void stoppingFinishesTheBatchUnderWayAndGivesBackTheRest() throws InterruptedException {
    ConsumerSettings single = Ledger.CONSUMER.working(Ledger.CONSUMER.work().batches(1));
    for (int i = 1; i <= 5; i++) {
      rabbit.put("m-" + i, "case", i);
    }
    CountDownLatch atWork = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    RabbitConsumer consumer =
        RabbitConsumer.builder(rabbit.factory(), rabbit.queue, ledger.inbox(), single)
            .applying(
                (message, effect) -> {
                  atWork.countDown();
                  await(goOn);
                  ledger.apply(message, effect);
                })
            .start();
    atWork.await();
    assertThat(consumer.stop(Duration.ZERO.plusMillis(1))).isFalse();
    goOn.countDown();
    consumer.close();
    Eventually.holds("the rest is back", () -> ledger.applied() + rabbit.waiting() >= 5);
    assertThat(ledger.applied()).isLessThanOrEqualTo(1);
  }

  private static void await(CountDownLatch latch) {
    boolean waiting = true;
    while (waiting) {
      try {
        latch.await();
        waiting = false;
      } catch (InterruptedException e) {
        // The handler of this test does not let itself be hurried.
        waiting = latch.getCount() > 0;
      }
    }
  }

  @Test
  void aQueueThatIsNotThereYetIsWaitedFor() {
    Rabbit later = new Rabbit(server);
    later.with(channel -> channel.queueDelete(later.queue));
    try (RabbitConsumer consumer =
        RabbitConsumer.builder(later.factory(), later.queue, ledger.inbox(), Ledger.CONSUMER)
            .applying(ledger::apply)
            .start()) {
      later.with(channel -> channel.queueDeclare(later.queue, true, false, false, Map.of()));
      later.put("m-1", "case", 1);
      Eventually.holds("it is applied", () -> ledger.applied() == 1);
    }
  }
}
