package dev.semel.postgres.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.CommitUnknownException;
import dev.semel.RetriesExhaustedException;
import dev.semel.RetryPolicy;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The connection is cut again and again, each time a little later, until a message passes
 * untouched. What the consumer is told after each cut must hold, and a redelivery completes it.
 */
@ExtendWith(PostgresExtension.class)
class InboxEveryCutIT {
  private static final int MAX_CUTS = 2_000;
  private static final ConsumerSettings HASTY =
      InboxSupport.SHELF.retrying(RetryPolicy.never().within(Duration.ofNanos(1)));

  private final PostgresDatabase database;
  private final InboxSupport shelf;
  private final Inbox healthy;
  private FaultProxy proxy;
  private int cutBeforeCommitWasSent;
  private int cutWithCommitUnderWay;

  InboxEveryCutIT(PostgresDatabase database) {
    this.database = database;
    this.shelf = new InboxSupport(database);
    this.healthy = shelf.inbox();
  }

  @BeforeEach
  void openTheProxy() {
    proxy = FaultProxy.to(database.host(), database.port());
  }

  @AfterEach
  void closeTheProxy() {
    proxy.close();
  }

  @ParameterizedTest
  @CsvSource({"TO_SERVER, 97", "TO_CLIENT, 29"})
  void aRedeliveryCompletesWhatACutLeft(Direction direction, int step) {
    Inbox broken = InboxSupport.inbox(database.dataSourceVia(proxy.host(), proxy.port()));
    boolean untouched = false;
    for (int cuts = 0; !untouched; cuts++) {
      assertThat(cuts).as("the message never passed").isLessThan(MAX_CUTS);
      Fault fault = proxy.cutAfterBytes(direction, (long) cuts * step);
      deliverTwice(broken);
      untouched = fault.firedCount() == 0;
      proxy.heal();
    }
    assertThat(cutBeforeCommitWasSent).isPositive();
    assertThat(cutWithCommitUnderWay).isPositive();
  }

  private void deliverTwice(Inbox broken) {
    List<Message> messages = InboxSupport.newMessages(1);
    boolean told = consumeWithoutRetry(broken, messages);
    Consumed second = healthy.consume(InboxSupport.SHELF, messages.get(0), InboxSupport::put);
    shelf.assertThere(messages, 1);
    if (told) {
      assertThat(second).isEqualTo(new Consumed.Duplicate());
    }
  }

  /** Whether it was told that the message is applied; else it must not claim to know more. */
  private boolean consumeWithoutRetry(Inbox broken, List<Message> messages) {
    try {
      Consumed first = broken.consume(HASTY, messages.get(0), InboxSupport::put);
      assertThat(first).isEqualTo(new Consumed.Applied());
      return true;
    } catch (RetriesExhaustedException nothingWasCommitted) {
      shelf.assertThere(messages, 0);
      cutBeforeCommitWasSent++;
    } catch (CommitUnknownException itMayHaveBeen) {
      cutWithCommitUnderWay++;
    }
    return false;
  }
}
