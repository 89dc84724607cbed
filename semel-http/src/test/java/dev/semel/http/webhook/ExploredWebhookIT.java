package dev.semel.http.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.webhook.WebhookSupport.Stored;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.crash.CrashHandler;
import dev.semel.testing.crash.CrashReport;
import dev.semel.testing.crash.Trial;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A receiver that breaks at each of its requests to the database and dies at the first and the
 * last, and a sender that does not stop.
 */
@Tag("thorough")
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredWebhookIT {
  private static final int TAKEN = 200;

  private final WebhookSupport hooks;

  ExploredWebhookIT(PostgresDatabase database) {
    this.hooks = new WebhookSupport(database);
  }

  @Test
  void aDelivery(CrashExplorer explorer) {
    CrashReport report =
        explorer
            .killing(Receiving.class)
            .atBothEnds(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
            .check("one row, one event", (database, id) -> isStoredOnce(id))
            .explore(new Receiving());

    assertThat(report.missed()).isZero();
  }

  /** A receiver for each way to the database, in a class that a process can load. */
  static final class Receiving implements CrashHandler {
    private final SettableClock clock = SettableClock.create();
    private final Map<DataSource, WebhookReceiver> receivers = new ConcurrentHashMap<>();

    @Override
    public Object handle(Trial trial) {
      Delivery delivery = Delivery.of(WebhookSupport.PAID).signed(trial.key(), clock.instant());
      WebhookReply reply =
          receivers
              .computeIfAbsent(trial.dataSource(), this::receiver)
              .receive(delivery.asRequest());
      if (reply.status() != TAKEN) {
        throw new IllegalStateException("not taken: " + reply.status());
      }
      return reply.status();
    }

    private WebhookReceiver receiver(DataSource source) {
      return WebhookSupport.receiver(WebhookSupport.semel(source), clock).build();
    }
  }

  private void isStoredOnce(String id) {
    assertThat(hooks.stored(id)).isEqualTo(Stored.ONCE);
  }
}
