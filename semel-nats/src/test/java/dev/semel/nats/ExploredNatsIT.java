package dev.semel.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.broker.ExploredConsumer;
import dev.semel.testing.broker.ExploredSink;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.Step;
import dev.semel.testing.nats.NatsExtension;
import dev.semel.testing.nats.NatsServer;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Both ends of the stream, broken at the steps that they take with the server. */
@ExtendWith({NatsExtension.class, PostgresExtension.class, CrashExtension.class})
class ExploredNatsIT {
  private final Jet jet;

  ExploredNatsIT(NatsServer server, PostgresDatabase database) {
    // However long a trial takes, what is sent again is known.
    this.jet = new Jet(server, Duration.ofHours(1));
    jet.place().note(database);
    Jet.ledger(database);
  }

  @Test
  @Tag("thorough")
  void aMessageIsAppliedOnceAndAcknowledged(CrashExplorer explorer) {
    CrashReport report = new ExploredNatsConsumer().explore(explorer, jet.place());

    assertThat(report.missed()).isZero();
    assertThat(report.steps())
        .filteredOn(Step::announced)
        .extracting(Step::text)
        .contains(ExploredConsumer.RECEIVE, ExploredConsumer.ACKNOWLEDGE);
    assertThat(jet.unsettled(ExploredNatsConsumer.DURABLE)).isZero();
  }

  @Test
  void whatIsSaidToBePublishedIsInTheStreamOnceAndInOrder(CrashExplorer explorer) {
    CrashReport report = new ExploredNatsSink().explore(explorer, this::hasArrived);

    assertThat(report.missed()).isZero();
  }

  private void hasArrived(String aggregate) {
    List<String> ids =
        jet.headers().stream()
            .filter(headers -> aggregate.equals(headers.getFirst("ce-subject")))
            .map(headers -> headers.getFirst("ce-id"))
            .toList();
    assertThat(ids)
        .containsExactly(
            ExploredSink.id(aggregate, 1).toString(),
            ExploredSink.id(aggregate, ExploredSink.EVENTS).toString());
  }
}
