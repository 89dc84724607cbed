package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Isolation;
import dev.semel.Lease;
import dev.semel.LeaseAttempt;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.Takeover;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.protocol.KeptConnection;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.RoundTripCounter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every row of the table of round trips on the page on architecture, counted with empty effects.
 */
@ExtendWith(PostgresExtension.class)
class RoundTripsTableIT {
  private static final Operation<String, String> GREET =
      Operation.named("greet").taking(Fingerprinter.text()).answering(Codec.text());
  private static final LeaseTerms<String> TERMS =
      LeaseTerms.of(Duration.ofMinutes(1), Takeover.block());

  private final RoundTripCounter counter;
  private final KeptConnection kept;
  private final Semel semel;

  RoundTripsTableIT(PostgresDatabase database) throws SQLException {
    GuideTables.semel(database);
    this.counter = RoundTripCounter.on(database);
    this.kept = new KeptConnection(counter.dataSource());
    this.semel = node();
  }

  private Semel node() {
    return Semel.on(PostgresStore.on(kept.dataSource()));
  }

  @AfterEach
  void close() throws SQLException {
    kept.close();
  }

  private long trips(Runnable work) {
    long before = counter.count();
    work.run();
    return counter.count() - before;
  }

  private long tripsOf(Operation<String, String> operation, String key) {
    return trips(() -> semel.once(operation.intent("acme", key, "Ada"), effect -> "hello"));
  }

  @Test
  void aFreshCommandTakesTwo() {
    assertThat(tripsOf(GREET, "fresh-1")).isEqualTo(2);
    assertThat(tripsOf(GREET.isolation(Isolation.SERIALIZABLE), "fresh-2")).isEqualTo(2);
    assertThat(
            trips(
                () ->
                    semel.once(
                        GREET.intent("acme", "fresh-3", "Ada"),
                        effect -> {
                          effect.audit("GREET", "Ada", null);
                          effect.publish(Event.of("person", "Ada", "Greeted", "{}"));
                          return "hello";
                        })))
        .isEqualTo(2);
  }

  @Test
  void aReplayTakesOneWhereItWasSeenLatelyAndTwoElsewhere() {
    tripsOf(GREET, "replay-1");
    assertThat(tripsOf(GREET, "replay-1")).isEqualTo(1);
    Semel otherNode = node();
    assertThat(
            trips(() -> otherNode.once(GREET.intent("acme", "replay-1", "Ada"), effect -> "again")))
        .isEqualTo(2);
  }

  @Test
  void aRejectionTakesThree() {
    assertThat(
            trips(
                () ->
                    semel.once(
                        GREET.intent("acme", "no-1", "Ada"),
                        effect -> {
                          throw effect.reject("NO", "not today");
                        })))
        .isEqualTo(3);
  }

  @Test
  void aCommandInTheCallersTransactionTakesTwo() throws SQLException {
    try (Connection connection = kept.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      assertThat(
              trips(
                  () ->
                      semel
                          .within(connection)
                          .once(GREET.intent("acme", "joined-1", "Ada"), effect -> "hello")))
          .isEqualTo(2);
      connection.commit();
    }
  }

  @Test
  void aLeaseTakesTwoAHeartbeatOneAndItsCompletionTwo() {
    long before = counter.count();
    LeaseAttempt<String> attempt = semel.lease(GREET.intent("acme", "lease-1", "Ada"), TERMS);
    assertThat(counter.count() - before).isEqualTo(2);
    Lease<String> lease = ((LeaseAttempt.Granted<String>) attempt).lease();
    assertThat(trips(lease::heartbeat)).isEqualTo(1);
    assertThat(trips(() -> lease.complete("hello"))).isEqualTo(2);
  }
}
