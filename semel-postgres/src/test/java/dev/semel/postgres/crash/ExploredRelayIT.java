package dev.semel.postgres.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.relay.RelayStatus;
import dev.semel.testing.crash.CrashExplorer;
import dev.semel.testing.crash.CrashExtension;
import dev.semel.testing.crash.CrashFault;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A node that takes the relay over, publishes what there is, and stops: cut off at each of its
 * requests, and killed before the last event arrives, and when it has and nobody knows. None is
 * lost, and none overtakes another of its aggregate.
 */
@ExtendWith({PostgresExtension.class, CrashExtension.class})
class ExploredRelayIT {
  private static final Duration LONGER_THAN_A_LEASE = PublishingNode.LEASE.multipliedBy(2);
  private static final Operation<String, String> OPEN =
      Operation.named("open").taking(Fingerprinter.text()).answering(Codec.text());

  private final SettableClock clock = SettableClock.create();
  private final DataSource direct;
  private final Semel semel;
  private final PublishingNode node;

  ExploredRelayIT(PostgresDatabase database) {
    this.direct = database.dataSource();
    this.semel = Semel.on(PostgresStore.builder(direct).migrate().clock(clock).build());
    this.node = new PublishingNode(clock, direct);
    database.execute(
        """
        CREATE TABLE arrival (
          place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          aggregate text NOT NULL, version bigint NOT NULL)
        """);
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void aNodeThatPublishesWhatThereIs(CrashExplorer explorer) {
    explorer
        .clock(clock, LONGER_THAN_A_LEASE)
        .killing(PublishingNode.class)
        .atBothEnds(
            CrashFault.STATEMENT_TIMEOUT,
            CrashFault.SERIALIZATION_FAILURE,
            CrashFault.DEADLOCK,
            CrashFault.DUPLICATE,
            CrashFault.CLOCK_JUMP)
        .whereAnnounced(CrashFault.KILLED_BEFORE, CrashFault.KILLED_AFTER)
        // At least once: what was published and not saved arrives again.
        .ignoring("public.arrival")
        // A node that could not take its leave is forgotten when its lease is over.
        .ignoring("semel.relay_node")
        .preparing((it, key) -> openCase(key))
        .check("none is lost, none waits, none is held", (it, key) -> isAllPassed(key))
        .explore(node);
  }

  /** Whoever could not take its leave in the trial before is forgotten by now. */
  private void openCase(String aggregate) {
    clock.advance(LONGER_THAN_A_LEASE);
    semel.once(
        OPEN.intent("acme", aggregate, "x"),
        effect -> {
          for (int version = 1; version <= PublishingNode.EVENTS; version++) {
            effect.publish(Event.of("case", aggregate, "changed", null).version(version));
          }
          return "opened";
        });
  }

  private void isAllPassed(String aggregate) throws SQLException {
    RelayStatus status = node.relays(direct).status(PublishingNode.RELAY);
    assertThat(status.waitingEvents()).isZero();
    assertThat(status.heldEvents()).isZero();
    assertThat(status.deadLetters()).isZero();
    assertThat(PublishingNode.versionsOf(aggregate, direct)).containsExactly(1L, 2L, 3L);
  }
}
