package dev.semel.postgres.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Isolation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** While the first attempt is held open in its effect, its duplicates come and go. */
@ExtendWith(PostgresExtension.class)
class DuplicatesNeverWaitIT {
  private static final int DUPLICATES = 50;

  private final PostgresDatabase database;
  private final ProtocolSupport support;
  private final PostgresStore store;
  private final String key = ProtocolSupport.newKey();
  private final AtomicInteger duplicateRuns = new AtomicInteger();
  private final CyclicBarrier firstRuns = new CyclicBarrier(2);
  private final CyclicBarrier firstMayEnd = new CyclicBarrier(2);
  private CompletableFuture<Outcome<String>> first;

  DuplicatesNeverWaitIT(PostgresDatabase database) {
    this.database = database;
    this.support = new ProtocolSupport(database);
    this.store = PostgresStore.on(database.dataSource());
  }

  @BeforeEach
  void holdTheFirstOpen() {
    first =
        ProtocolSupport.start(
            () ->
                support
                    .node()
                    .once(
                        ProtocolSupport.intent(key),
                        effect -> {
                          String token = ProtocolSupport.count(effect);
                          ProtocolSupport.meet(firstRuns);
                          ProtocolSupport.meet(firstMayEnd);
                          return token;
                        }));
    ProtocolSupport.meet(firstRuns);
  }

  @AfterEach
  void theFirstIsUnharmed() {
    ProtocolSupport.meet(firstMayEnd);
    Outcome<String> outcome = ProtocolSupport.result(first);
    assertThat(outcome).isInstanceOf(Outcome.Executed.class);
    assertThat(duplicateRuns).hasValue(0);
    support.assertCountedOnce(key, outcome);
  }

  @Test
  void onAnotherNode() {
    Semel other = Semel.on(store);

    assertAllInProgress(() -> duplicate(other, Isolation.DATABASE_DEFAULT));
  }

  /** Each on a node of its own, so that each goes to the database. */
  @ParameterizedTest
  @EnumSource(Isolation.class)
  void onManyNodes(Isolation isolation) {
    assertAllInProgress(() -> duplicate(Semel.on(store), isolation));
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void inTransactionsOfTheCallers(Isolation isolation) {
    assertAllInProgress(
        () ->
            ProtocolSupport.joined(
                database.dataSource(),
                isolation,
                key,
                effect -> {
                  duplicateRuns.incrementAndGet();
                  return ProtocolSupport.count(effect);
                }));
  }

  private Outcome<String> duplicate(Semel node, Isolation isolation) {
    return node.once(
        ProtocolSupport.intent(key, isolation),
        effect -> {
          duplicateRuns.incrementAndGet();
          return ProtocolSupport.count(effect);
        });
  }

  /** They all return while the first is still held open, so none of them waited for it. */
  private void assertAllInProgress(Supplier<Outcome<String>> duplicate) {
    List<CompletableFuture<Outcome<String>>> duplicates =
        IntStream.range(0, DUPLICATES).mapToObj(i -> ProtocolSupport.start(duplicate)).toList();
    assertThat(support.waitingForLocks()).as("backends that wait for a lock").isZero();

    assertThat(duplicates)
        .extracting(ProtocolSupport::result)
        .allMatch(Outcome.InProgress.class::isInstance);
    assertThat(support.waitingForLocks()).as("backends that wait for a lock").isZero();
  }
}
