package dev.semel.postgres.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.RetryPolicy;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.failure.Cuts;
import dev.semel.testing.net.Direction;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The connection is cut again and again, each time a little later, until a message passes
 * untouched. What the consumer is told after each cut must hold, and a redelivery completes it.
 */
@Tag("thorough")
@ExtendWith(PostgresExtension.class)
class InboxEveryCutIT {
  private static final ConsumerSettings HASTY =
      InboxSupport.SHELF.retrying(RetryPolicy.never().within(Duration.ofNanos(1)));

  private final PostgresDatabase database;
  private final InboxSupport shelf;
  private final Inbox healthy;

  InboxEveryCutIT(PostgresDatabase database) {
    this.database = database;
    this.shelf = new InboxSupport(database);
    this.healthy = shelf.inbox();
  }

  @ParameterizedTest
  @CsvSource({"TO_SERVER, 97", "TO_CLIENT, 29"})
  void aRedeliveryCompletesWhatACutLeft(Direction direction, int step) {
    try (Cuts cuts = new Cuts(database)) {
      Inbox broken = InboxSupport.inbox(cuts.dataSource(Map.of()));
      cuts.laterAndLater(direction, step, () -> {}, () -> deliverTwice(cuts, broken));
    }
  }

  private void deliverTwice(Cuts cuts, Inbox broken) {
    List<Message> messages = InboxSupport.newMessages(1);
    Consumed first =
        cuts.unlessGivenUp(
            () -> broken.consume(HASTY, messages.get(0), InboxSupport::put),
            () -> shelf.assertThere(messages, 0));
    Consumed second = healthy.consume(InboxSupport.SHELF, messages.get(0), InboxSupport::put);
    shelf.assertThere(messages, 1);
    if (first != null) {
      assertThat(first).isEqualTo(new Consumed.Applied());
      assertThat(second).isEqualTo(new Consumed.Duplicate());
    }
  }
}
