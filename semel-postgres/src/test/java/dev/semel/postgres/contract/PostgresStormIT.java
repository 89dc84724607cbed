package dev.semel.postgres.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariPoolMXBean;
import dev.semel.Codec;
import dev.semel.Duplicates;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Takeover;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.LeaseResult;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import dev.semel.testing.contract.Callers;
import dev.semel.testing.contract.Callers.Call;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Five hundred duplicates of one key wait for the first, on a pool of ten connections. They hold
 * none of them, so that other keys run as if there were no storm.
 */
@ExtendWith(PostgresFixtureExtension.class)
class PostgresStormIT {
  private static final int WAITERS = 500;
  private static final int MANY_KEYS = 4 * PostgresFixture.CONNECTIONS_PER_NODE;
  private static final int OTHER_CALLERS = 8;
  private static final int OTHER_KEYS_PER_CALLER = 25;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Operation<String, String> ORDER =
      Operation.named("place-order")
          .taking(Fingerprinter.text())
          .answering(Codec.text())
          .duplicates(Duplicates.waitUpTo(PATIENCE));

  private final PostgresFixture fixture;

  PostgresStormIT(PostgresFixture fixture) {
    this.fixture = fixture;
  }

  @BeforeEach
  void startEmpty() {
    fixture.reset();
  }

  private static Intent<String> order(String key) {
    return ORDER.intent("acme", key, "one book");
  }

  private Body<Connection, String> inserting(String effectId) {
    return effect -> {
      fixture.insertEffect(effect.transaction(), effectId);
      return UUID.randomUUID().toString();
    };
  }

  @Test
  void waitersOnOneNodeHoldNoConnectionAndOtherKeysRun() {
    Checkpoints checkpoints = new Checkpoints(PATIENCE);
    Engine<Connection> node = fixture.node("a", checkpoints);
    assertStormPasses(checkpoints, List.of(node, node));
  }

  @Test
  void waitersOnAnotherNodeHoldNoConnectionAndOtherKeysRun() {
    Checkpoints checkpoints = new Checkpoints(PATIENCE);
    Engine<Connection> first = fixture.node("a", checkpoints);
    Engine<Connection> second = fixture.node("b", Boundary.Observer.none());
    assertStormPasses(checkpoints, List.of(first, second));
  }

  /** The first of the nodes runs the first attempt, the second has the storm. */
  private void assertStormPasses(Checkpoints checkpoints, List<Engine<Connection>> nodes) {
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE, "storm")) {
      var first = Callers.start(() -> nodes.get(0).once(order("storm"), inserting("storm")));
      held.awaitReached();
      List<Call<Outcome<String>>> storm = storm(nodes.get(1));
      // On the first's own node that one has it; on another, one waiter asks from time to time.
      assertThat(connectionsWanted(nodes.get(0) == nodes.get(1) ? "a" : "b"))
          .isLessThanOrEqualTo(1);
      runOtherKeys(nodes.get(1));
      assertThat(storm).allMatch(call -> call.thread().isAlive());
      held.release();
      String told = first.result().orElseThrow();
      storm.forEach(call -> assertThat(call.result()).isReplayed().hasResult(told));
    }
    assertThat(fixture.countEffects("storm")).isEqualTo(1);
  }

  private int connectionsWanted(String node) {
    HikariPoolMXBean pool = fixture.pool(node).getHikariPoolMXBean();
    return pool.getActiveConnections() + pool.getThreadsAwaitingConnection();
  }

  /** Returns when all of them wait. */
  private List<Call<Outcome<String>>> storm(Engine<Connection> node) {
    AtomicInteger calling = new AtomicInteger();
    List<Call<Outcome<String>>> storm =
        Callers.startTogether(
            WAITERS,
            i -> {
              calling.incrementAndGet();
              return node.once(order("storm"), inserting("storm"));
            });
    await(() -> calling.get() == WAITERS && storm.stream().allMatch(PostgresStormIT::isWaiting));
    return storm;
  }

  private static void await(BooleanSupplier rest) {
    long endNanos = System.nanoTime() + PATIENCE.toNanos();
    while (!rest.getAsBoolean()) {
      assertThat(System.nanoTime()).as("the storm never came to rest").isLessThan(endNanos);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  /** Waits with a bound: for the first attempt, or before it asks again. */
  private static boolean isWaiting(Call<?> call) {
    return call.thread().getState() == Thread.State.TIMED_WAITING;
  }

  /** Each of them asks the store now and then; sooner or later none does at the same moment. */
  @Test
  void waitersForManyKeysHoldNoConnectionBetweenTwoLooks() {
    Engine<Connection> owner = fixture.node("a", Boundary.Observer.none());
    List<LeaseResult.Granted<Connection, String>> leases =
        IntStream.range(0, MANY_KEYS).mapToObj(i -> leased(owner, "k" + i)).toList();
    Set<String> asked = ConcurrentHashMap.newKeySet();
    Engine<Connection> other = fixture.node("b", (boundary, intent) -> asked.add(intent.key()));
    List<Call<Outcome<String>>> waiters =
        Callers.startTogether(MANY_KEYS, i -> other.once(order("k" + i), inserting("k" + i)));
    await(() -> asked.size() == MANY_KEYS && connectionsWanted("b") == 0);
    assertThat(waiters).allMatch(call -> call.thread().isAlive());
    leases.forEach(granted -> granted.lease().complete(inserting("done")));
    waiters.forEach(call -> assertThat(call.result()).isReplayed());
    assertThat(fixture.countEffects("done")).isEqualTo(MANY_KEYS);
  }

  private static LeaseResult.Granted<Connection, String> leased(
      Engine<Connection> node, String key) {
    var result = node.lease(order(key), LeaseTerms.of(Duration.ofMinutes(5), Takeover.block()));
    assertThat(result).isGranted();
    return (LeaseResult.Granted<Connection, String>) result;
  }

  /** While the storm waits: were its waiters holding connections, these would get none. */
  private void runOtherKeys(Engine<Connection> node) {
    Callers.together(OTHER_CALLERS, caller -> runKeysOf(caller, node));
    for (int caller = 0; caller < OTHER_CALLERS; caller++) {
      assertThat(fixture.countEffects("of " + caller)).isEqualTo(OTHER_KEYS_PER_CALLER);
    }
  }

  private boolean runKeysOf(int caller, Engine<Connection> node) {
    for (int i = 0; i < OTHER_KEYS_PER_CALLER; i++) {
      String key = caller + "/" + i;
      assertThat(node.once(order(key), inserting("of " + caller))).isExecuted();
    }
    return true;
  }
}
