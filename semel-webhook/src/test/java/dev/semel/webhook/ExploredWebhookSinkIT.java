package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.broker.BrokerPlace;
import dev.semel.testing.broker.ExploredSink;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An endpoint that is told, and a sender that is cut off, killed and doubled while it tells. */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredWebhookSinkIT {
  private final TestEndpoint endpoint = new TestEndpoint();

  ExploredWebhookSinkIT(PostgresDatabase database) {
    new BrokerPlace("127.0.0.1", endpoint.port(), endpoint.url().getPath()).note(database);
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  @Test
  void whatIsSaidToBePublishedHasArrivedInOrder(CrashExplorer explorer) {
    CrashReport report = new ExploredWebhookSink().explore(explorer, this::hasArrived);

    assertThat(report.missed()).isZero();
  }

  /** At least once: what is sent again has the same id. */
  private void hasArrived(String aggregate) {
    String first = WebhookId.of(ExploredSink.id(aggregate, 1), ExploredWebhookSink.NAME);
    String second =
        WebhookId.of(ExploredSink.id(aggregate, ExploredSink.EVENTS), ExploredWebhookSink.NAME);
    List<String> ids =
        endpoint.requests().stream()
            .map(Received::id)
            .filter(id -> id.equals(first) || id.equals(second))
            .distinct()
            .toList();
    assertThat(ids).containsExactly(first, second);
  }
}
