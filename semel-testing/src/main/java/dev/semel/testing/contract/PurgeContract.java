package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Duplicates;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Retention;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.SemelListener;
import dev.semel.spi.State;
import dev.semel.spi.StateChange;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/**
 * Purge removes settled records whose retention has ended, in bounded batches, by any number of
 * nodes at once, and never anything that could still matter.
 *
 * @param <T> the store's transaction handle
 */
public abstract class PurgeContract<T> extends StoreContract<T> {
  private static final Duration RETENTION = Duration.ofHours(24);

  private static final Operation<String, String> RETAINED =
      ORDER.retainedFor(RETENTION).duplicates(Duplicates.waitUpTo(Duration.ofSeconds(60)));

  private static Intent<String> retained(String key) {
    return RETAINED.intent(TENANT, key, PAYLOAD);
  }

  private void settle(Engine<T> node, int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(node.once(retained("k" + i), inserting("k" + i))).isExecuted();
    }
  }

  @Test
  void onlyWhatHasExpiredIsRemoved() {
    Engine<T> node = node("a");
    settle(node, 0, 3);
    node.once(retained("no"), insertingThenRejecting("no", "SOLD_OUT"));
    fixture().clock().advance(RETENTION.minus(Duration.ofSeconds(1)));
    assertThat(node.purge(100, 100)).isZero();
    settle(node, 3, 5);
    fixture().clock().advance(Duration.ofSeconds(1));
    assertThat(node.purge(100, 100)).isEqualTo(4);
    assertThat(fixture().countRecords()).isEqualTo(2);
    assertThat(node.once(retained("k3"), inserting("k3"))).isReplayed();
    assertThat(node.once(retained("k0"), inserting("k0"))).isExecuted();
  }

  @Test
  void batchesAreBoundedAndReported() {
    Batches batches = new Batches();
    Engine<T> node = node("a", Boundary.Observer.none(), batches);
    settle(node, 0, 25);
    fixture().clock().advance(RETENTION);
    assertThat(node.purge(10, 2)).isEqualTo(20);
    assertThat(batches.sizes).containsExactly(10, 10);
    assertThat(fixture().countRecords()).isEqualTo(5);
    assertThat(node.purge(10, 2)).isEqualTo(5);
    assertThat(batches.sizes).containsExactly(10, 10, 5);
  }

  @Test
  void severalPurgersAtOnceRemoveEachRecordOnce() {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    settle(nodes.get(0), 0, 120);
    fixture().clock().advance(RETENTION);
    var removed = Callers.together(8, i -> nodes.get(i % 2).purge(7, 1_000));
    long rest = nodes.get(0).purge(7, 1_000);
    assertThat(removed.stream().mapToLong(Long::longValue).sum() + rest).isEqualTo(120);
    assertThat(fixture().countRecords()).isZero();
  }

  @Test
  void whatIsRunningOrUnknownIsNeverRemovedWhateverTheClockSays() {
    Engine<T> node = node("a");
    granted(node, retained("running"), block());
    granted(node, retained("unknown"), block()).unknown("the reply was lost");
    node.once(
        ORDER.retained(Retention.permanent()).intent(TENANT, "ever", PAYLOAD), inserting("e"));
    fixture().clock().advance(Duration.ofDays(365_000));
    assertThat(node.purge(100, 100)).isZero();
    assertThat(fixture().countRecords()).isEqualTo(3);
    assertThat(stateOf(node, "running")).isEqualTo(State.RUNNING);
    assertThat(stateOf(node, "unknown")).isEqualTo(State.UNKNOWN);
  }

  private static State stateOf(Engine<?> node, String key) {
    var record = node.store().records().find(retained(key).id());
    assertThat(record).isNotNull();
    return record.state();
  }

  @Test
  void aRecordThatIsPurgedWhileItIsBeingReplacedDoesNoHarm() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> slow = node("a", checkpoints);
    Engine<T> other = node("b");
    other.once(retained("k"), inserting("k"));
    fixture().clock().advance(RETENTION);
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var anew = Callers.start(() -> slow.once(retained("k"), inserting("k")));
      held.awaitReached();
      assertThat(other.purge(100, 100)).isEqualTo(1);
      held.release();
      String told = anew.result().orElseThrow();
      assertThat(other.once(retained("k"), inserting("k"))).isReplayed().hasResult(told);
    }
    assertEffects("k", 2);
  }

  @Test
  void auditAndEffectsOutliveTheRecord() {
    Engine<T> node = node("a");
    node.once(
        retained("k"),
        effect -> {
          effect.audit("PLACE", "order k", null);
          return inserting("k").run(effect);
        });
    fixture().clock().advance(RETENTION);
    assertThat(node.purge(100, 100)).isEqualTo(1);
    assertThat(fixture().countAudit(retained("k").id())).isEqualTo(1);
    assertEffects("k", 1);
  }

  @Test
  void purgeBesideLiveTrafficLosesNothingAndDoublesNothing() {
    int keys = 24;
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    settle(nodes.get(0), 0, keys);
    fixture().clock().advance(RETENTION);
    Callers.together(
        2 * keys + 4,
        i -> i < 2 * keys ? runAnew(nodes.get(i % 2), i / 2) : purgeRepeatedly(nodes.get(i % 2)));
    for (int i = 0; i < keys; i++) {
      assertEffects("k" + i, 2);
      assertThat(node("c").once(retained("k" + i), inserting("k" + i))).isReplayed();
    }
    assertThat(fixture().countRecords()).isEqualTo(keys);
  }

  private boolean runAnew(Engine<T> node, int number) {
    String told = node.once(retained("k" + number), inserting("k" + number)).orElseThrow();
    assertThat(node.once(retained("k" + number), inserting("k" + number))).hasResult(told);
    return true;
  }

  private boolean purgeRepeatedly(Engine<T> node) {
    for (int i = 0; i < 20; i++) {
      node.purge(3, 2);
    }
    return true;
  }

  /** Notes the size of each batch that removed anything. */
  private static final class Batches implements SemelListener {
    private final List<Integer> sizes = new CopyOnWriteArrayList<>();

    @Override
    public void onChange(StateChange change) {}

    @Override
    public void onPurged(int records) {
      sizes.add(records);
    }
  }
}
