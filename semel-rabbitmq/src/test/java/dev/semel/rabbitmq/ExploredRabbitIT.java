package dev.semel.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.inbox.Message;
import dev.semel.testing.broker.ExploredConsumer;
import dev.semel.testing.broker.ExploredSink;
import dev.semel.testing.broker.Ledger;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.Step;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.rabbitmq.RabbitExtension;
import dev.semel.testing.rabbitmq.RabbitServer;
import dev.semel.testing.relay.Eventually;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Both ends of the exchange, broken at the steps that they take with the broker. */
@ExtendWith({RabbitExtension.class, PostgresExtension.class, CrashExtension.class})
class ExploredRabbitIT {
  private final Rabbit rabbit;
  private final Ledger ledger;
  private final List<Message> arrived = new ArrayList<>();

  ExploredRabbitIT(RabbitServer server, PostgresDatabase database) {
    this.rabbit = new Rabbit(server);
    rabbit.place().note(database);
    this.ledger = Rabbit.ledger(database);
  }

  @Test
  @Tag("thorough")
  void aMessageIsAppliedOnceAndAcknowledged(CrashExplorer explorer) {
    CrashReport report = new ExploredRabbitConsumer().explore(explorer, rabbit.place());

    assertThat(report.missed()).isZero();
    assertThat(report.steps())
        .filteredOn(Step::announced)
        .extracting(Step::text)
        .contains(ExploredConsumer.RECEIVE, ExploredConsumer.ACKNOWLEDGE);
    takeWhatIsLeft();
    assertThat(ledger.appliedTwice()).isZero();
  }

  /** The broker may have heard of a killed process only when all was applied. */
  private void takeWhatIsLeft() {
    RabbitConsumer last =
        RabbitConsumer.builder(rabbit.factory(), rabbit.queue, ledger.inbox(), Ledger.CONSUMER)
            .applying(ledger::apply)
            .start();
    try (last) {
      Eventually.holds("nothing is left in the queue", () -> rabbit.unsettled() == 0);
    }
  }

  @Test
  void whatIsSaidToBePublishedIsInTheQueueInOrder(CrashExplorer explorer) {
    CrashReport report = new ExploredRabbitSink().explore(explorer, this::hasArrived);

    assertThat(report.missed()).isZero();
  }

  /** At least once: what is sent again has the same id. */
  private synchronized void hasArrived(String aggregate) {
    rabbit.drain().forEach(drained -> arrived.add(Rabbit.message(drained)));
    List<String> ids =
        arrived.stream()
            .filter(message -> aggregate.equals(message.key()))
            .map(message -> message.id().id())
            .distinct()
            .toList();
    assertThat(ids)
        .containsExactly(
            ExploredSink.id(aggregate, 1).toString(),
            ExploredSink.id(aggregate, ExploredSink.EVENTS).toString());
  }
}
