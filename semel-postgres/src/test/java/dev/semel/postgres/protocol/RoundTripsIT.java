package dev.semel.postgres.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Event;
import dev.semel.Intent;
import dev.semel.Isolation;
import dev.semel.JdbcCommand;
import dev.semel.JdbcEffect;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.connection.CommandDataSource;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.postgres.RoundTripCounter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often a command waits for the server, counted on a warm connection. */
@ExtendWith(PostgresExtension.class)
class RoundTripsIT {
  private static final int WARM_UPS = 10;

  private final PostgresDatabase database;
  private final ProtocolSupport support;
  private RoundTripCounter counter;
  private KeptConnection kept;
  private PostgresStore store;
  private Semel semel;

  RoundTripsIT(PostgresDatabase database) {
    this.database = database;
    this.support = new ProtocolSupport(database);
  }

  @BeforeEach
  void connect() throws SQLException {
    counter = RoundTripCounter.on(database);
    kept = new KeptConnection(counter.dataSource());
    store = PostgresStore.on(kept.dataSource());
    semel = Semel.on(store);
  }

  @AfterEach
  void disconnect() throws SQLException {
    kept.close();
  }

  private static String smallest(JdbcEffect effect) {
    return "done";
  }

  private static String full(JdbcEffect effect) {
    effect.audit("COUNT", "thing", "because");
    effect.publish(Event.of("thing", "1", "Counted", "{}"));
    effect.publish(Event.of("thing", "1", "CountedAgain", "{}").keyed(ProtocolSupport.newKey()));
    return "done";
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void theClaimIsOneAndTheSettlementWithItsCommitIsOne(Isolation isolation) {
    warmUp(isolation);

    assertRoundTrips(2, () -> run(isolation, RoundTripsIT::smallest));
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void auditAndEventsCostNone(Isolation isolation) {
    warmUp(isolation);

    assertRoundTrips(2, () -> run(isolation, RoundTripsIT::full));
  }

  @Test
  void theFirstIsOverWhenTheEffectBegins() {
    warmUp(Isolation.DATABASE_DEFAULT);
    AtomicLong atEffect = new AtomicLong();
    long before = counter.count();

    run(
        Isolation.DATABASE_DEFAULT,
        effect -> {
          atEffect.set(counter.count());
          return ProtocolSupport.count(effect);
        });

    assertThat(atEffect.get() - before).as("claim").isEqualTo(1);
    assertThat(counter.count() - atEffect.get()).as("effect and settlement").isEqualTo(2);
  }

  @Test
  void aReplayOnTheNodeThatRanItIsOne() {
    warmUp(Isolation.DATABASE_DEFAULT);
    var intent = ProtocolSupport.intent(ProtocolSupport.newKey());
    semel.once(intent, RoundTripsIT::full);

    assertRoundTrips(
        1,
        () ->
            assertThat(semel.once(intent, RoundTripsIT::full))
                .isInstanceOf(Outcome.Replayed.class));
  }

  /** It begins a transaction because it may have to run, and ends it again. */
  @Test
  void aReplayOnAnotherNodeIsTwoAtFirstAndOneFromThenOn() {
    warmUp(Isolation.DATABASE_DEFAULT);
    var intent = ProtocolSupport.intent(ProtocolSupport.newKey());
    semel.once(intent, RoundTripsIT::full);
    Semel other = Semel.on(store);

    assertRoundTrips(2, () -> other.once(intent, RoundTripsIT::full));
    assertRoundTrips(1, () -> other.once(intent, RoundTripsIT::full));
  }

  @Test
  void anInProgressOnAnotherNodeIsTwo() {
    String key = ProtocolSupport.newKey();
    warmUp(Isolation.DATABASE_DEFAULT);
    CyclicBarrier runs = new CyclicBarrier(2);
    CyclicBarrier mayEnd = new CyclicBarrier(2);
    var first =
        ProtocolSupport.start(
            () ->
                support
                    .node()
                    .once(
                        ProtocolSupport.intent(key),
                        effect -> {
                          ProtocolSupport.meet(runs);
                          ProtocolSupport.meet(mayEnd);
                          return "done";
                        }));
    ProtocolSupport.meet(runs);

    assertRoundTrips(
        2,
        () ->
            assertThat(semel.once(ProtocolSupport.intent(key), RoundTripsIT::full))
                .isInstanceOf(Outcome.InProgress.class));

    ProtocolSupport.meet(mayEnd);
    ProtocolSupport.result(first);
  }

  /** Claim, rollback, and a transaction of its own for the rejection. */
  @Test
  void aRejectionIsThree() {
    for (int i = 0; i < WARM_UPS; i++) {
      reject();
    }

    assertRoundTrips(3, this::reject);
  }

  private void reject() {
    semel.once(
        ProtocolSupport.intent(ProtocolSupport.newKey()),
        effect -> {
          throw effect.reject("NO", "because");
        });
  }

  @Test
  void inATransactionOfTheCallersTheClaimIsOneAndTheSettlementIsOne() throws SQLException {
    for (int i = 0; i < WARM_UPS; i++) {
      roundTripsOfAJoinedCommand();
    }

    assertThat(roundTripsOfAJoinedCommand()).isEqualTo(2);
  }

  private long roundTripsOfAJoinedCommand() throws SQLException {
    Connection transaction = kept.dataSource().getConnection();
    transaction.setAutoCommit(false);
    long before = counter.count();
    semel
        .within(transaction)
        .once(ProtocolSupport.intent(ProtocolSupport.newKey()), RoundTripsIT::full);
    long roundTrips = counter.count() - before;
    transaction.commit();
    return roundTrips;
  }

  @Test
  void transactionOfALibraryCostsNoneAndEachFurtherOneCostsOne() {
    CommandDataSource shared = new CommandDataSource(kept.dataSource());
    semel = Semel.on(PostgresStore.on(shared));
    for (int i = 0; i < WARM_UPS; i++) {
      runLibraryTransactions(shared, 2);
    }

    assertRoundTrips(3, () -> runLibraryTransactions(shared, 1));
    assertRoundTrips(5, () -> runLibraryTransactions(shared, 2));
  }

  private void runLibraryTransactions(CommandDataSource shared, int transactions) {
    run(
        Isolation.DATABASE_DEFAULT,
        effect -> {
          for (int i = 0; i < transactions; i++) {
            try (Connection library = shared.getConnection();
                Statement statement = library.createStatement()) {
              library.setAutoCommit(false);
              statement.execute("SELECT 1");
              library.commit();
            }
          }
          return "done";
        });
  }

  private void warmUp(Isolation isolation) {
    for (int i = 0; i < WARM_UPS; i++) {
      run(isolation, RoundTripsIT::smallest);
      var intent = run(isolation, RoundTripsIT::full);
      semel.once(intent, RoundTripsIT::full);
    }
  }

  private Intent<String> run(Isolation isolation, JdbcCommand<String> command) {
    var intent = ProtocolSupport.intent(ProtocolSupport.newKey(), isolation);
    assertThat(semel.once(intent, command)).isInstanceOf(Outcome.Executed.class);
    return intent;
  }

  private void assertRoundTrips(long expected, Runnable call) {
    long roundTrips = counter.count();
    long connections = counter.connectionCount();
    call.run();
    assertThat(counter.count() - roundTrips).as("round trips").isEqualTo(expected);
    assertThat(counter.connectionCount() - connections).as("new connections").isZero();
  }
}
