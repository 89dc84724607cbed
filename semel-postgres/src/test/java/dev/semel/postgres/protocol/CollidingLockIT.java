package dev.semel.postgres.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Duplicates;
import dev.semel.Isolation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two intents whose locks are the same number. They take turns, and neither is taken for the other.
 */
@ExtendWith(PostgresExtension.class)
class CollidingLockIT {
  private final ProtocolSupport support;
  private final DataSource colliding;
  private final String first = ProtocolSupport.newKey();
  private final String second = ProtocolSupport.newKey();
  private final CyclicBarrier firstRuns = new CyclicBarrier(2);
  private final CyclicBarrier firstMayEnd = new CyclicBarrier(2);

  CollidingLockIT(PostgresDatabase database) {
    this.support = new ProtocolSupport(database);
    this.colliding =
        support.withLockFunction("BEGIN RETURN pg_catalog.pg_try_advisory_xact_lock(17); END");
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void theSecondIsToldThatSomethingIsInProgressAndIsExecutedLater(Isolation isolation) {
    CompletableFuture<Outcome<String>> held = runFirstHeldOpen();
    Semel other = ProtocolSupport.node(colliding);
    var intent = ProtocolSupport.intent(second, isolation);

    assertThat(other.once(intent, ProtocolSupport::count)).isInstanceOf(Outcome.InProgress.class);
    Outcome<String> firstOutcome = letFirstEnd(held);
    Outcome<String> secondOutcome = other.once(intent, ProtocolSupport::count);

    assertBothExecuted(firstOutcome, secondOutcome);
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void theSameInATransactionOfTheCallers(Isolation isolation) {
    CompletableFuture<Outcome<String>> held = runFirstHeldOpen();

    assertThat(ProtocolSupport.joined(colliding, isolation, second, ProtocolSupport::count))
        .isInstanceOf(Outcome.InProgress.class);
    Outcome<String> firstOutcome = letFirstEnd(held);
    Outcome<String> secondOutcome =
        ProtocolSupport.joined(colliding, isolation, second, ProtocolSupport::count);

    assertBothExecuted(firstOutcome, secondOutcome);
  }

  @Test
  void aSecondThatWaitsIsExecutedByTheSameCall() {
    CompletableFuture<Outcome<String>> held = runFirstHeldOpen();
    var waiting =
        ProtocolSupport.COUNT
            .duplicates(Duplicates.waitUpTo(Duration.ofMinutes(1)))
            .intent("acme", second, "payload");
    var waits =
        ProtocolSupport.start(
            () -> ProtocolSupport.node(colliding).once(waiting, ProtocolSupport::count));

    assertBothExecuted(letFirstEnd(held), ProtocolSupport.result(waits));
  }

  private CompletableFuture<Outcome<String>> runFirstHeldOpen() {
    CompletableFuture<Outcome<String>> held =
        ProtocolSupport.start(
            () ->
                ProtocolSupport.node(colliding)
                    .once(
                        ProtocolSupport.intent(first),
                        effect -> {
                          String token = ProtocolSupport.count(effect);
                          ProtocolSupport.meet(firstRuns);
                          ProtocolSupport.meet(firstMayEnd);
                          return token;
                        }));
    ProtocolSupport.meet(firstRuns);
    return held;
  }

  private Outcome<String> letFirstEnd(CompletableFuture<Outcome<String>> held) {
    ProtocolSupport.meet(firstMayEnd);
    return ProtocolSupport.result(held);
  }

  private void assertBothExecuted(Outcome<String> firstOutcome, Outcome<String> secondOutcome) {
    assertThat(firstOutcome).isInstanceOf(Outcome.Executed.class);
    assertThat(secondOutcome).isInstanceOf(Outcome.Executed.class);
    support.assertCountedOnce(first, firstOutcome);
    support.assertCountedOnce(second, secondOutcome);
  }
}
