package dev.semel.postgres.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.postgres.PostgresStore;
import dev.semel.spi.Boundary;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.contract.Callers;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A duplicate that waits for the first delivery does so outside the database. */
@ExtendWith(PostgresExtension.class)
class InboxDuplicatesNeverWaitIT {
  private final InboxSupport shelf;
  private final Checkpoints first = new Checkpoints();
  private final Checkpoints second = new Checkpoints();

  InboxDuplicatesNeverWaitIT(PostgresDatabase database) {
    this.shelf = new InboxSupport(database);
  }

  private static Inbox node(DataSource dataSource, Checkpoints checkpoints) {
    return Inbox.builder(PostgresStore.on(dataSource).inbox()).boundaries(checkpoints).build();
  }

  @Test
  void aWaiterHoldsNoConnectionAndOtherMessagesAreApplied() {
    Message message = InboxSupport.newMessage();
    Message other = InboxSupport.newMessage();
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setDataSource(shelf.database.dataSource());
      pool.setMaximumPoolSize(1);
      Inbox waiting = node(pool, second);
      Checkpoint working = first.holdAt(Boundary.BEFORE_SETTLE);
      Inbox at = node(shelf.database.dataSource(), first);
      var call = Callers.start(() -> at.consume(InboxSupport.SHELF, message, InboxSupport::put));
      working.awaitReached();
      var waiter =
          Callers.start(() -> waiting.consume(InboxSupport.SHELF, message, InboxSupport::put));
      InboxSupport.await("it has looked", () -> second.arrivalsAt(Boundary.AFTER_CLAIM) > 0);

      assertThat(waiting.consume(InboxSupport.SHELF, other, InboxSupport::put))
          .isEqualTo(new Consumed.Applied());
      assertThat(waitingForLocks()).isZero();

      working.release();
      assertThat(call.result()).isEqualTo(new Consumed.Applied());
      assertThat(waiter.result()).isEqualTo(new Consumed.Duplicate());
    }
    shelf.assertThere(List.of(message, other), 1);
  }

  private long waitingForLocks() {
    return shelf.database.queryLong(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """);
  }
}
