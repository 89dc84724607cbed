package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.webhook.WebhookSupport.Stored;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A receiver that breaks at each of its requests to the database, and a sender that does not stop.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredWebhookIT {
  private static final int TAKEN = 200;

  private final WebhookSupport hooks;
  private final Map<DataSource, WebhookReceiver> receivers = new ConcurrentHashMap<>();

  ExploredWebhookIT(PostgresDatabase database) {
    this.hooks = new WebhookSupport(database);
  }

  @Test
  void aDelivery(CrashExplorer explorer) {
    CrashReport report =
        explorer
            .check("one row, one event", (database, id) -> isStoredOnce(id))
            .explore(this::deliver);

    assertThat(report.missed()).isZero();
  }

  private Object deliver(Trial trial) {
    WebhookReceiver receiver =
        receivers.computeIfAbsent(
            trial.dataSource(), source -> hooks.receiver(WebhookSupport.semel(source)).build());
    WebhookReply reply = receiver.receive(hooks.delivery(trial.key()).asRequest());
    if (reply.status() != TAKEN) {
      throw new IllegalStateException("not taken: " + reply.status());
    }
    return reply.status();
  }

  private void isStoredOnce(String id) {
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }
}
