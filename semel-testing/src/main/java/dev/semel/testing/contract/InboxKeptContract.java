package dev.semel.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Event;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.KeptMessage;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageKey;
import dev.semel.inbox.MessageState;
import dev.semel.inbox.Received;
import dev.semel.inbox.ReplayRequest;
import dev.semel.inbox.WorkReport;
import dev.semel.inbox.WorkSettings;
import dev.semel.inbox.spi.InboxAttempt;
import dev.semel.inbox.spi.InboxEngine;
import dev.semel.inbox.spi.InboxSettlement;
import dev.semel.inbox.spi.SeenMessage;
import dev.semel.inbox.spi.SettledMessage;
import dev.semel.inbox.spi.WorkItem;
import dev.semel.spi.Boundary;
import dev.semel.spi.StateChange;
import dev.semel.spi.Verdict;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/**
 * Messages are kept first and worked off later, with attempts, backoff, dead letters and replay.
 *
 * @param <T> the store's transaction handle
 */
public abstract class InboxKeptContract<T> extends InboxContract<T> {
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration LONG = Duration.ofHours(2);
  private static final WorkSettings WORK =
      new WorkSettings(
          10, 3, Duration.ofSeconds(10), Duration.ofHours(1), LEASE, WorkSettings.DeadLetters.PASS);
  private static final ConsumerSettings KEEPING = CONSUMER.working(WORK);

  private KeptMessage kept(InboxEngine<T> node, Message message) {
    return Objects.requireNonNull(node.store().records().find(CONSUMER.name(), message.id()));
  }

  @Test
  void whatIsKeptIsWorkedOffOnceInItsOrder() {
    InboxEngine<T> node = node("a");
    assertThat(node.keep(KEEPING, messages(25))).allMatch(Received.STORED::equals);
    assertThat(fixture().effects()).isEmpty();
    assertThat(workOffAll(node, KEEPING, inserting())).isEqualTo(25);
    assertThat(fixture().effects()).isEqualTo(messages(25).stream().map(m -> m.id().id()).toList());
    assertThat(workOffAll(node, KEEPING, inserting())).isZero();
    assertState(node, message("m0"), MessageState.APPLIED);
  }

  @Test
  void whatIsDeliveredAgainIsKeptOnceWhateverBecameOfIt() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, messages(2));
    assertThat(node.keep(KEEPING, messages(3)))
        .containsExactly(Received.DUPLICATE, Received.DUPLICATE, Received.STORED);
    workOffAll(node, KEEPING, inserting());
    assertThat(node.keep(KEEPING, messages(3))).allMatch(Received.DUPLICATE::equals);
    assertDuplicate(node.consume(KEEPING, message("m0"), inserting()));
    assertThat(workOffAll(node, KEEPING, inserting())).isZero();
    assertEffects("m0", 1);
  }

  @Test
  void anotherPayloadUnderAKeptIdIsAViolation() {
    List<StateChange> changes = new CopyOnWriteArrayList<>();
    InboxEngine<T> node = node("a", Boundary.Observer.none(), changes::add);
    node.keep(KEEPING, List.of(message("m")));
    assertThat(node.keep(KEEPING, List.of(otherMessage("m"), message("m"))))
        .containsExactly(Received.VIOLATION, Received.DUPLICATE);
    workOffAll(node, KEEPING, inserting());
    assertEffects("m", 1);
    assertThat(changes).hasAtLeastOneElementOfType(StateChange.Mismatched.class);
    assertThat(node.store().records().violations(CONSUMER.name(), 5)).hasSize(1);
  }

  @Test
  void aKeptMessageComesBackAsItWas() {
    InboxEngine<T> node = node("a");
    Message full =
        Message.of(SOURCE, "m", new byte[] {0, 1, (byte) 0xff})
            .type("placed")
            .tenant("other")
            .about("order", "o-1", 7L)
            .headers(Map.of("trace", "a \"b\" \\ c\n", "empty", ""));
    Message tombstone = Message.of(SOURCE, "none", null);
    node.keep(KEEPING, List.of(full, tombstone));
    List<Message> seen = new ArrayList<>();
    workOffAll(node, KEEPING, handling((message, effect) -> seen.add(message)));
    assertThat(seen).containsExactly(full, tombstone);
    assertThat(seen.get(0)).usingRecursiveComparison().isEqualTo(full);
    assertThat(seen.get(1).payload()).isNull();
  }

  @Test
  void markerEffectAuditAndEventsCommitTogether() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, List.of(message("m")));
    workOffAll(
        node,
        KEEPING,
        handling(
            (message, effect) -> {
              effect.audit("SHIP", "m", null);
              effect.publish(Event.of("parcel", "m", "shipped", null));
              insert(message, effect);
            }));
    assertThat(fixture().countAudit(CONSUMER.intentOf(message("m")))).isEqualTo(1);
    assertThat(fixture().countEvents(TENANT, "m")).isEqualTo(1);
    assertEffects("m", 1);
  }

  @Test
  void aFailingMessageIsTriedAgainAfterABackoffThatGrowsAndThenIsADeadLetter() {
    List<StateChange> changes = new CopyOnWriteArrayList<>();
    InboxEngine<T> node = node("a", Boundary.Observer.none(), changes::add);
    node.keep(KEEPING, List.of(message("m")));
    Duration lastWait = Duration.ZERO;
    for (int attempt = 1; attempt < WORK.maxAttempts(); attempt++) {
      assertThat(node.workOff(KEEPING, failingAt("m")).failed()).isEqualTo(1);
      KeptMessage waiting = kept(node, message("m"));
      Duration wait =
          Duration.between(fixture().clock().instant(), Objects.requireNonNull(waiting.dueAt()));
      assertThat(wait).isGreaterThan(lastWait).isLessThanOrEqualTo(WORK.maxBackoff());
      assertThat(waiting.reason()).contains("crashed on purpose");
      assertThat(node.workOff(KEEPING, failingAt("m")).isIdle()).isTrue();
      lastWait = wait;
      fixture().clock().advance(LONG);
    }
    assertThat(node.workOff(KEEPING, failingAt("m")).dead()).isEqualTo(1);
    KeptMessage dead = kept(node, message("m"));
    assertThat(dead.state()).isEqualTo(MessageState.DEAD);
    assertThat(dead.attempts()).isEqualTo(WORK.maxAttempts());
    assertThat(dead.reason()).contains("crashed on purpose");
    assertThat(changes).hasAtLeastOneElementOfType(StateChange.MessageDead.class);
    fixture().clock().advance(LONG);
    assertThat(node.workOff(KEEPING, inserting()).isIdle()).isTrue();
    assertEffects("m", 0);
  }

  @Test
  void ofABatchOnlyTheFailingMessageIsPostponed() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, messages(5));
    WorkReport report = node.workOff(KEEPING, failingAt("m2"));
    assertThat(report.applied()).isEqualTo(4);
    assertThat(report.failed()).isEqualTo(1);
    assertThat(fixture().effects()).containsExactly("m0", "m1", "m3", "m4");
  }

  @Test
  void aMessageWaitsBehindAnEarlierOneOfItsKeyAndOtherKeysGoOn() {
    InboxEngine<T> node = node("a");
    node.keep(
        KEEPING, List.of(keyed("a1", "a"), keyed("a2", "a"), keyed("b1", "b"), keyed("a3", "a")));
    node.workOff(KEEPING, failingAt("a1"));
    assertThat(fixture().effects()).containsExactly("b1");
    assertThat(kept(node, message("a2")).attempts()).isZero();
    assertThat(workOffAll(node, KEEPING, inserting())).isZero();
    fixture().clock().advance(LONG);
    workOffAll(node, KEEPING, inserting());
    assertThat(fixture().effects()).containsExactly("b1", "a1", "a2", "a3");
  }

  @Test
  void noTenantWaitsForTheSameKeyOfAnother() {
    InboxEngine<T> node = node("a");
    ConsumerSettings holding =
        KEEPING.working(WORK.attempts(2).deadLetters(WorkSettings.DeadLetters.HOLD));
    Message theirs = keyed("t1", "a").tenant("globex");
    node.keep(holding, List.of(keyed("a1", "a"), theirs, keyed("a2", "a")));
    node.workOff(holding, failingAt("a1"));
    assertThat(fixture().effects()).as("while ours is tried again").containsExactly("t1");
    fixture().clock().advance(LONG);
    node.workOff(holding, failingAt("a1"));
    assertState(node, message("a1"), MessageState.DEAD);
    node.keep(holding, List.of(keyed("t2", "a").tenant("globex")));
    workOffAll(node, holding, inserting());
    assertThat(fixture().effects()).as("while ours is held").containsExactly("t1", "t2");
    var records = node.store().records();
    assertThat(records.redriveKey(CONSUMER.name(), new MessageKey("globex", "a"), 10)).isZero();
    assertThat(records.redriveKey(CONSUMER.name(), new MessageKey(TENANT, "a"), 10)).isEqualTo(1);
    workOffAll(node, holding, inserting());
    assertThat(fixture().effects()).containsExactly("t1", "t2", "a1", "a2");
  }

  @Test
  void aDeadLetterLetsItsKeyPassOrHoldsItAsTold() {
    InboxEngine<T> node = node("a");
    ConsumerSettings holding =
        KEEPING.working(WORK.attempts(1).deadLetters(WorkSettings.DeadLetters.HOLD));
    node.keep(holding, List.of(keyed("a1", "a"), keyed("a2", "a")));
    node.workOff(holding, failingAt("a1"));
    assertState(node, message("a1"), MessageState.DEAD);
    assertThat(workOffAll(node, holding, inserting())).isZero();
    assertThat(node.store().records().redriveKey(CONSUMER.name(), new MessageKey(TENANT, "a"), 10))
        .isEqualTo(1);
    workOffAll(node, holding, inserting());
    assertThat(fixture().effects()).containsExactly("a1", "a2");
    ConsumerSettings passing = KEEPING.working(WORK.attempts(1)).renamed("passing");
    node.keep(passing, List.of(keyed("c1", "c"), keyed("c2", "c")));
    node.workOff(passing, failingAt("c1"));
    workOffAll(node, passing, inserting());
    assertThat(fixture().effects()).containsExactly("a1", "a2", "c2");
  }

  @Test
  void anAttemptWhoseProcessDiedIsTakenOverWhenItsLeaseEndsAndCounts() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, List.of(message("m")));
    for (int attempt = 1; attempt <= WORK.maxAttempts(); attempt++) {
      assertThat(node.store().claimWork(KEEPING, null)).hasSize(1);
      assertThat(node.store().claimWork(KEEPING, null)).isEmpty();
      fixture().clock().advance(LEASE);
    }
    assertThat(node.workOff(KEEPING, inserting()).dead()).isEqualTo(1);
    assertThat(kept(node, message("m")).reason()).contains("without an answer");
    assertEffects("m", 0);
  }

  @Test
  void aWorkerWhoseLeaseWasTakenOverCommitsNothing() {
    Checkpoints checkpoints = new Checkpoints();
    Checkpoint working = checkpoints.holdAt(Boundary.BEFORE_SETTLE);
    InboxEngine<T> late = node("late", checkpoints);
    late.keep(KEEPING, List.of(message("m")));
    var call = Callers.start(() -> late.workOff(KEEPING, inserting()));
    working.awaitReached();
    fixture().clock().advance(LEASE);
    assertThat(node("next").workOff(KEEPING, inserting()).applied()).isEqualTo(1);
    working.release();
    assertThat(call.result().applied()).isZero();
    assertEffects("m", 1);
  }

  @Test
  void aWorkerWhoseLeaseWasTakenOverCommitsNothingWhileTheNextIsAtWork() {
    Checkpoints checkpoints = new Checkpoints();
    Checkpoint working = checkpoints.holdAt(Boundary.BEFORE_SETTLE);
    InboxEngine<T> late = node("late", checkpoints);
    late.keep(KEEPING, List.of(message("m")));
    var call = Callers.start(() -> late.workOff(KEEPING, inserting()));
    working.awaitReached();
    fixture().clock().advance(LEASE);
    assertThat(node("next").store().claimWork(KEEPING, null)).hasSize(1);
    working.release();
    assertThat(call.result().applied()).isZero();
    assertEffects("m", 0);
    assertState(late, message("m"), MessageState.WAITING);
  }

  /** As when the first COMMIT, whose connection was lost, arrives while it is repeated. */
  @Test
  void messageIsSettledOnceUnderOneFence() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, List.of(message("m")));
    WorkItem item = node.store().claimWork(KEEPING, null).get(0);
    try (InboxAttempt<T> first = node.store().begin(KEEPING.isolation());
        InboxAttempt<T> second = node.store().begin(KEEPING.isolation())) {
      InboxSettlement ofTheFirst = applied(first, item);
      InboxSettlement ofTheSecond = applied(second, item);
      first.settle(ofTheFirst);
      assertThatThrownBy(() -> second.settle(ofTheSecond))
          .extracting(failure -> node.store().classify(failure).verdict())
          .as("the second finds out, or has to claim again, where the isolation is serializable")
          .isIn(Verdict.OWN_KEY, Verdict.RETRY);
    }
  }

  private InboxSettlement applied(InboxAttempt<T> attempt, WorkItem item) {
    SeenMessage seen = attempt.claim(KEEPING, List.of(item.message())).seen().get(0);
    SettledMessage applied =
        new SettledMessage(
            item.message(),
            KEEPING.intentOf(item.message()),
            Objects.requireNonNull(seen.marker()).recordId(),
            MessageState.APPLIED,
            null,
            null,
            item.fence());
    return new InboxSettlement(
        KEEPING.name(),
        KEEPING.retention(),
        List.of(applied),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  @Test
  void aLateWorkerNeitherPostponesNorBuriesWhatAnotherHas() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, List.of(message("m")));
    WorkItem late = node.store().claimWork(KEEPING, null).get(0);
    fixture().clock().advance(LEASE);
    WorkItem next = node.store().claimWork(KEEPING, null).get(0);
    assertThat(next.fence()).isGreaterThan(late.fence());
    String name = CONSUMER.name();
    assertThat(node.store().postpone(name, late, LONG, "late")).isFalse();
    assertThat(node.store().bury(name, late, "late")).isFalse();
    node.store().giveBack(name, List.of(late));
    assertThat(kept(node, message("m")).attempts()).isEqualTo(2);
    assertThat(node.store().bury(name, next, "in time")).isTrue();
  }

  @Test
  void manyWorkersApplyEachMessageOnceAndKeepTheOrderWithinAKey() {
    List<Message> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(keyed("k%d-%03d".formatted(i % 7, i), "k" + i % 7));
    }
    node("a").keep(KEEPING, all);
    Callers.together(6, i -> workOffAll(node("n" + i % 3), KEEPING, inserting()));
    workOffAll(node("a"), KEEPING, inserting());
    List<String> effects = fixture().effects();
    assertThat(effects).hasSize(all.size()).doesNotHaveDuplicates();
    for (int key = 0; key < 7; key++) {
      String prefix = "k%d-".formatted(key);
      assertThat(effects.stream().filter(id -> id.startsWith(prefix))).isSorted();
    }
  }

  @Test
  void keptMessagesAreAppliedAgainForAnotherConsumerWithoutTheBroker() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, List.of(keyed("a1", "a"), keyed("b1", "b"), keyed("a2", "a")));
    workOffAll(node, KEEPING, inserting());
    ConsumerSettings again = KEEPING.renamed("rebuilt");
    ReplayRequest request = ReplayRequest.of(CONSUMER.name(), "rebuilt");
    assertThat(node.store().records().replay(request.key("a"), 100)).isEqualTo(2);
    assertThat(node.store().records().replay(request, 100)).isEqualTo(1);
    assertThat(node.store().records().replay(request, 100)).isZero();
    assertThat(workOffAll(node, again, inserting())).isEqualTo(3);
    assertThat(fixture().effects()).containsExactly("a1", "b1", "a2", "a1", "a2", "b1");
    assertDuplicate(node.consume(again, keyed("a1", "a"), inserting()));
  }

  @Test
  void aReplayOfOneTenantTakesNothingOfAnother() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, List.of(keyed("a1", "a"), keyed("t1", "a").tenant("globex")));
    ReplayRequest request = ReplayRequest.of(CONSUMER.name(), "rebuilt").tenant("globex");
    assertThat(node.store().records().replay(request, 100)).isEqualTo(1);
    workOffAll(node, KEEPING.renamed("rebuilt"), inserting());
    assertThat(fixture().effects()).containsExactly("t1");
  }

  @Test
  void noTenantIsHiddenBehindTheOlderMessagesOfAnother() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, List.of(message("t1").tenant("acme"), message("t2").tenant("acme")));
    node.keep(KEEPING, List.of(message("t3").tenant("globex")));
    assertListedByTenant(node, MessageState.WAITING);
    workOffAll(node, KEEPING, inserting());
    assertListedByTenant(node, MessageState.APPLIED);
  }

  private void assertListedByTenant(InboxEngine<T> node, MessageState state) {
    assertThat(node.store().records().list(CONSUMER.name(), state, "globex", 1))
        .extracting(each -> each.message().id().id())
        .containsExactly("t3");
    assertThat(node.store().records().list(CONSUMER.name(), state, "acme", 10))
        .extracting(each -> each.message().id().id())
        .containsExactly("t1", "t2");
  }

  @Test
  void operatorsSeeCountAndDismiss() {
    InboxEngine<T> node = node("a");
    node.keep(KEEPING, messages(3));
    node.bury(KEEPING, message("dead"), "no use");
    var records = node.store().records();
    assertThat(records.counts(CONSUMER.name()))
        .isEqualTo(Map.of(MessageState.WAITING, 3L, MessageState.DEAD, 1L));
    fixture().clock().advance(LEASE);
    assertThat(records.ages(CONSUMER.name()).get(MessageState.DEAD)).isEqualTo(LEASE);
    assertThat(records.list(CONSUMER.name(), MessageState.WAITING, 2))
        .extracting(each -> each.message().id().id())
        .containsExactly("m0", "m1");
    assertThat(records.dismiss(KEEPING, message("dead").id(), "looked into")).isTrue();
    assertThat(records.dismiss(KEEPING, message("dead").id(), "again")).isFalse();
    assertThat(records.dismiss(KEEPING, message("m0").id(), "waiting")).isFalse();
    assertThat(records.redrive(CONSUMER.name(), message("dead").id())).isFalse();
    assertState(node, message("dead"), MessageState.IGNORED);
  }
}
