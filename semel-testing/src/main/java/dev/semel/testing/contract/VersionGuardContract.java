package dev.semel.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Effect;
import dev.semel.Isolation;
import dev.semel.inbox.Aggregate;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.VersionGapException;
import dev.semel.inbox.VersionGuard;
import dev.semel.inbox.spi.InboxEngine;
import dev.semel.inbox.spi.MessageBody;
import dev.semel.spi.Boundary;
import dev.semel.spi.StateChange;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages are applied in the order of their aggregates' versions, whatever order they come in.
 *
 * @param <T> the store's transaction handle
 */
public abstract class VersionGuardContract<T> extends InboxContract<T> {
  private static final VersionGuard PARKING = VersionGuard.parking();
  private static final ConsumerSettings GUARDED = CONSUMER.inOrder(PARKING);
  private static final Aggregate ORDER = new Aggregate(TENANT, "order", "o-1");

  private static Message v(long version) {
    return versioned("v" + version, "o-1", version);
  }

  private static Consumed.Ignored ignored(long lastVersion) {
    return new Consumed.Ignored(lastVersion);
  }

  @Test
  void theNextVersionIsAppliedAndAnOlderOneIsIgnored() {
    InboxEngine<T> node = node("a");
    assertApplied(node.consume(GUARDED, v(1), inserting()));
    assertApplied(node.consume(GUARDED, v(2), inserting()));
    assertThat(node.consume(GUARDED, versioned("late", "o-1", 1), inserting()))
        .isEqualTo(ignored(2));
    assertDuplicate(node.consume(GUARDED, versioned("late", "o-1", 1), inserting()));
    assertThat(fixture().effects()).containsExactly("v1", "v2");
    assertThat(node.store().records().versionOf(CONSUMER.name(), ORDER)).isEqualTo(2);
  }

  @Test
  void twoMessagesOfTheSameVersionAndTypeAreOneEvent() {
    InboxEngine<T> node = node("a");
    node.consume(GUARDED, v(1), inserting());
    assertThat(node.consume(GUARDED, versioned("again", "o-1", 1), inserting()))
        .isEqualTo(ignored(1));
    assertThat(fixture().effects()).containsExactly("v1");
  }

  @Test
  void anotherTypeOfTheSameVersionIsAnotherEventUnlessToldOtherwise() {
    InboxEngine<T> node = node("a");
    node.consume(GUARDED, v(1), inserting());
    assertApplied(node.consume(GUARDED, versioned("b", "o-1", 1).type("billed"), inserting()));
    assertThat(node.consume(GUARDED, versioned("b2", "o-1", 1).type("billed"), inserting()))
        .isEqualTo(ignored(1));
    ConsumerSettings strict = CONSUMER.inOrder(PARKING.oneEventPerVersion()).renamed("strict");
    node.consume(strict, v(1), inserting());
    assertThat(node.consume(strict, versioned("b", "o-1", 1).type("billed"), inserting()))
        .isEqualTo(ignored(1));
  }

  @Test
  void aGapIsParkedAndAppliedInOrderWhenItIsFilled() {
    InboxEngine<T> node = node("a");
    node.consume(GUARDED, v(1), inserting());
    assertThat(node.consume(GUARDED, v(4), inserting())).isEqualTo(new Consumed.Parked(2));
    assertThat(node.consume(GUARDED, v(3), inserting())).isEqualTo(new Consumed.Parked(2));
    assertState(node, v(4), MessageState.PARKED);
    assertDuplicate(node.consume(GUARDED, v(4), inserting()));
    assertThat(fixture().effects()).containsExactly("v1");
    assertApplied(node.consume(GUARDED, v(2), inserting()));
    assertThat(fixture().effects()).containsExactly("v1", "v2", "v3", "v4");
    assertState(node, v(4), MessageState.APPLIED);
  }

  @Test
  void aGapAtTheStartIsParkedToo() {
    InboxEngine<T> node = node("a");
    assertThat(node.consume(GUARDED, v(2), inserting())).isEqualTo(new Consumed.Parked(1));
    assertApplied(node.consume(GUARDED, v(1), inserting()));
    assertThat(fixture().effects()).containsExactly("v1", "v2");
  }

  @Test
  void anAggregateMayBeTakenFromWhateverComesFirst() {
    ConsumerSettings any = CONSUMER.inOrder(PARKING.anyFirstVersion());
    InboxEngine<T> node = node("a");
    assertApplied(node.consume(any, v(7), inserting()));
    assertThat(node.consume(any, v(6), inserting())).isEqualTo(ignored(7));
    assertApplied(node.consume(any, v(8), inserting()));
    assertThat(node.consume(any, v(10), inserting())).isEqualTo(new Consumed.Parked(9));
  }

  @Test
  void aBatchInAnyOrderIsAppliedInTheOrderOfVersions() {
    List<Message> batch = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int version = 1; version <= 30; version++) {
      batch.add(v(version));
      expected.add("v" + version);
    }
    Collections.shuffle(batch, new Random(7));
    assertThat(node("a").consumeAll(GUARDED, batch, inserting()))
        .allMatch(Consumed::mayAcknowledge);
    assertThat(fixture().effects()).isEqualTo(expected);
  }

  @Test
  void aggregatesDoNotWaitForEachOther() {
    InboxEngine<T> node = node("a");
    assertThat(node.consume(GUARDED, versioned("x2", "x", 2), inserting()))
        .isInstanceOf(Consumed.Parked.class);
    assertApplied(node.consume(GUARDED, versioned("y1", "y", 1), inserting()));
    Message otherType = message("z1").type("changed").about("invoice", "x", 1L);
    assertApplied(node.consume(GUARDED, otherType, inserting()));
    assertThat(fixture().effects()).containsExactly("y1", "z1");
  }

  @Test
  void theSameIdOfAnotherTenantIsAnotherAggregate() {
    InboxEngine<T> node = node("a");
    node.consume(GUARDED, v(1), inserting());
    node.consume(GUARDED, v(2), inserting());
    Message theirs = versioned("t1", "o-1", 1).tenant("globex");
    assertApplied(node.consume(GUARDED, theirs, inserting()));
    Message ahead = versioned("t3", "o-1", 3).tenant("globex");
    assertThat(node.consume(GUARDED, ahead, inserting())).isEqualTo(new Consumed.Parked(2));
    assertApplied(node.consume(GUARDED, v(3), inserting()));
    assertState(node, ahead, MessageState.PARKED);
    assertThat(fixture().effects()).containsExactly("v1", "v2", "t1", "v3");
    var records = node.store().records();
    Aggregate their = new Aggregate("globex", "order", "o-1");
    assertThat(records.versionOf(CONSUMER.name(), their)).isEqualTo(1);
    assertThat(records.skipTo(CONSUMER.name(), their, 3)).isTrue();
    workOffAll(node, GUARDED, inserting());
    assertThat(records.versionOf(CONSUMER.name(), their)).isEqualTo(3);
    assertThat(records.versionOf(CONSUMER.name(), ORDER)).isEqualTo(3);
  }

  @Test
  void theSameIdOfTwoTenantsInOneBatchIsTwoAggregates() {
    InboxEngine<T> node = node("a");
    Message theirs = versioned("t1", "o-1", 1).tenant("globex");
    List<Consumed> outcomes =
        node.consumeAll(GUARDED, List.of(v(1), v(2), theirs, v(3)), inserting());
    assertThat(outcomes).hasSize(4).allMatch(new Consumed.Applied()::equals);
    var records = node.store().records();
    Aggregate their = new Aggregate("globex", "order", "o-1");
    assertThat(records.versionOf(CONSUMER.name(), their)).isEqualTo(1);
    assertThat(records.versionOf(CONSUMER.name(), ORDER)).isEqualTo(3);
  }

  @Test
  void aGapThatIsFilledRunsNothingOfTheSameIdOfAnotherTenant() {
    InboxEngine<T> node = node("a");
    Message theirs = versioned("t1", "o-1", 1).tenant("globex");
    node.keep(GUARDED, List.of(theirs));
    node.consume(GUARDED, v(2), inserting());
    assertApplied(node.consume(GUARDED, v(1), inserting()));
    assertThat(fixture().effects()).containsExactly("v1", "v2");
    assertState(node, theirs, MessageState.WAITING);
  }

  /** A sender that begins to name its tenant goes on where it was. */
  @Test
  void aMessageWithoutATenantIsTheConsumersOwn() {
    InboxEngine<T> node = node("a");
    node.consume(GUARDED, v(1), inserting());
    assertApplied(node.consume(GUARDED, v(2).tenant(TENANT), inserting()));
    List<String> seen = new ArrayList<>();
    node.consume(GUARDED, v(3), handling((message, effect) -> seen.add(message.tenant())));
    assertThat(seen).containsExactly(TENANT);
  }

  @Test
  void messagesWithoutAVersionAreNotGuarded() {
    assertApplied(node("a").consume(GUARDED, keyed("m", "o-1"), inserting()));
  }

  @Test
  void whatIsParkedSurvivesTheNodeThatParkedIt() {
    node("first").consume(GUARDED, v(2), inserting());
    assertApplied(node("second").consume(GUARDED, v(1), inserting()));
    assertThat(fixture().effects()).containsExactly("v1", "v2");
  }

  @Test
  void ifTheProcessDiesBetweenFillingAGapAndFollowingUpAWorkerFollowsUp() {
    node("a").consume(GUARDED, v(2), inserting());
    Checkpoints checkpoints = new Checkpoints();
    checkpoints.failAt(Boundary.AFTER_SETTLE, new Crash());
    InboxEngine<T> crashing = node("crashing", checkpoints);
    assertThatThrownBy(() -> crashing.consume(GUARDED, v(1), inserting()))
        .isInstanceOf(Crash.class);
    assertThat(fixture().effects()).containsExactly("v1");
    assertThat(workOffAll(node("next"), GUARDED, inserting())).isEqualTo(1);
    assertThat(fixture().effects()).containsExactly("v1", "v2");
  }

  /** The gap closes after the parking one has looked and before it has parked. */
  @Test
  void aMessageThatIsParkedWhileItsGapClosesIsApplied() {
    Checkpoints checkpoints = new Checkpoints();
    Checkpoint parking = checkpoints.holdAt(Boundary.BEFORE_SETTLE);
    node("a").consume(GUARDED, v(1), inserting());
    var call =
        Callers.start(() -> node("parking", checkpoints).consume(GUARDED, v(3), inserting()));
    parking.awaitReached();
    assertApplied(node("filling").consume(GUARDED, v(2), inserting()));
    parking.release();
    assertApplied(call.result());
    assertThat(fixture().effects()).containsExactly("v1", "v2", "v3");
  }

  @ParameterizedTest
  @EnumSource(Isolation.class)
  void theRaceForAGapIsDecidedAtEveryIsolation(Isolation isolation) {
    if (!fixture().isolations().contains(isolation)) {
      return;
    }
    ConsumerSettings isolated = GUARDED.isolation(isolation);
    for (long version = 1; version < 10; version += 2) {
      long next = version;
      Callers.together(2, i -> node("n" + i).consume(isolated, v(next + i), inserting()));
    }
    workOffAll(node("last"), isolated, inserting());
    assertThat(fixture().effects())
        .containsExactly("v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10");
  }

  /** Both look before either has committed: the one that fills must see the one that parks. */
  @Test
  void aGapThatIsFilledWhileAMessageIsParkedLetsItGoOn() {
    Checkpoints checkpoints = new Checkpoints();
    Checkpoint filling = checkpoints.holdAt(Boundary.BEFORE_SETTLE);
    node("a").consume(GUARDED, v(1), inserting());
    var call =
        Callers.start(() -> node("filling", checkpoints).consume(GUARDED, v(2), inserting()));
    filling.awaitReached();
    assertThat(node("parking").consume(GUARDED, v(3), inserting()))
        .isEqualTo(new Consumed.Parked(2));
    filling.release();
    assertApplied(call.result());
    assertThat(fixture().effects()).containsExactly("v1", "v2", "v3");
  }

  /** The first version of an aggregate begins its row, a later one moves it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void ofTwoMessagesOfOneVersionAtOnceOneIsApplied(long version) {
    if (version > 1) {
      node("b").consume(GUARDED, v(1), inserting());
    }
    Checkpoints checkpoints = new Checkpoints();
    Checkpoint first = checkpoints.holdAt(Boundary.BEFORE_SETTLE);
    var call =
        Callers.start(() -> node("a", checkpoints).consume(GUARDED, v(version), inserting()));
    first.awaitReached();
    assertApplied(node("b").consume(GUARDED, versioned("twin", "o-1", version), inserting()));
    first.release();
    assertThat(call.result()).isEqualTo(ignored(version));
    assertEffects("twin", 1);
    assertEffects("v" + version, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void deliveriesInAnyOrderOnManyNodesAreAppliedInOrder(int seed) {
    List<Message> all = new ArrayList<>();
    for (int version = 1; version <= 20; version++) {
      for (String key : List.of("x", "y")) {
        all.add(versioned("%s-%02d".formatted(key, version), key, version));
      }
    }
    Collections.shuffle(all, new Random(seed));
    Callers.together(
        4,
        i -> {
          for (int m = i; m < all.size(); m += 4) {
            node("n" + i).consume(GUARDED, all.get(m), inserting());
          }
          return i;
        });
    workOffAll(node("last"), GUARDED, inserting());
    for (String key : List.of("x", "y")) {
      assertThat(fixture().effects().stream().filter(id -> id.startsWith(key)))
          .hasSize(20)
          .isSorted();
    }
  }

  @Test
  void keptMessagesAreGuardedToo() {
    InboxEngine<T> node = node("a");
    node.keep(GUARDED, List.of(v(3), v(1), v(2), versioned("late", "o-1", 1)));
    workOffAll(node, GUARDED, inserting());
    assertThat(fixture().effects()).containsExactly("v1", "v2", "v3");
    assertState(node, versioned("late", "o-1", 1), MessageState.IGNORED);
  }

  @Test
  void aGapMayBeReportedAndNothingIsKept() {
    List<StateChange> changes = new CopyOnWriteArrayList<>();
    ConsumerSettings reporting = CONSUMER.inOrder(VersionGuard.reporting());
    InboxEngine<T> node = node("a", Boundary.Observer.none(), changes::add);
    Consumed gap = node.consume(reporting, v(2), inserting());
    assertThat(gap).isEqualTo(new Consumed.Gap(1));
    assertThat(gap.mayAcknowledge()).isFalse();
    assertThat(changes).hasAtLeastOneElementOfType(StateChange.MessageGap.class);
    assertThat(fixture().countMarkers()).isZero();
    node.consume(reporting, v(1), inserting());
    assertApplied(node.consume(reporting, v(2), inserting()));
  }

  /** Rebuilds to a version, which shows as an effect. */
  private MessageBody<T> rebuildingTo(long version) {
    return new MessageBody<>() {
      @Override
      public void apply(Message message, Effect<T> effect) {
        insert(message, effect);
      }

      @Override
      public long rebuild(Message message, Effect<T> effect) {
        fixture().insertEffect(effect.transaction(), "rebuilt to " + version);
        return version;
      }
    };
  }

  @Test
  void aGapMayBeFilledFromTheSource() {
    ConsumerSettings rebuilding = CONSUMER.inOrder(VersionGuard.rebuilding());
    InboxEngine<T> node = node("a");
    assertApplied(node.consume(rebuilding, v(5), rebuildingTo(7)));
    assertThat(node.consume(rebuilding, v(7), rebuildingTo(0))).isEqualTo(ignored(7));
    assertApplied(node.consume(rebuilding, v(8), rebuildingTo(0)));
    assertApplied(node.consume(rebuilding, v(11), rebuildingTo(10)));
    assertThat(fixture().effects()).containsExactly("rebuilt to 7", "v8", "rebuilt to 10", "v11");
    assertThatThrownBy(() -> node.consume(rebuilding, v(20), rebuildingTo(15)))
        .isInstanceOf(VersionGapException.class);
    assertThat(fixture().effects()).hasSize(4);
  }

  @Test
  void aGapThatStaysOpenIsReportedOnce() {
    List<StateChange> changes = new CopyOnWriteArrayList<>();
    InboxEngine<T> node = node("a", Boundary.Observer.none(), changes::add);
    node.consume(GUARDED, v(2), inserting());
    assertThat(node.workOff(GUARDED, inserting()).overdue()).isEmpty();
    fixture().clock().advance(PARKING.gapTimeout());
    assertThat(node.workOff(GUARDED, inserting()).overdue())
        .extracting(kept -> kept.message().id().id())
        .containsExactly("v2");
    assertThat(node.workOff(GUARDED, inserting()).overdue()).isEmpty();
    assertThat(changes).hasAtLeastOneElementOfType(StateChange.MessageOverdue.class);
    assertState(node, v(2), MessageState.PARKED);
    assertApplied(node.consume(GUARDED, v(1), inserting()));
    assertThat(fixture().effects()).containsExactly("v1", "v2");
  }

  @Test
  void anOperatorMaySkipAGap() {
    InboxEngine<T> node = node("a");
    node.consume(GUARDED, v(1), inserting());
    node.consume(GUARDED, v(5), inserting());
    var records = node.store().records();
    assertThat(records.skipTo(CONSUMER.name(), ORDER, 5)).isTrue();
    assertThat(records.skipTo(CONSUMER.name(), ORDER, 3)).isFalse();
    workOffAll(node, GUARDED, inserting());
    assertThat(fixture().effects()).containsExactly("v1", "v5");
    assertThat(node.consume(GUARDED, v(3), inserting())).isEqualTo(ignored(5));
  }

  @Test
  void aFailingMessageDoesNotMoveItsAggregate() {
    InboxEngine<T> node = node("a");
    assertThatThrownBy(() -> node.consume(GUARDED, v(1), failingAt("v1")))
        .isInstanceOf(Crash.class);
    assertThat(node.consume(GUARDED, v(2), inserting())).isEqualTo(new Consumed.Parked(1));
    assertApplied(node.consume(GUARDED, v(1), inserting()));
    assertThat(fixture().effects()).containsExactly("v1", "v2");
  }
}
