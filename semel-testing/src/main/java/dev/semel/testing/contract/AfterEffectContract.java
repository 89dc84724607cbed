package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Claiming;
import dev.semel.Duplicates;
import dev.semel.Event;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Rejections;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.testing.Checkpoint;
import dev.semel.testing.Checkpoints;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The promises hold where nothing is claimed before the effect, so that the unique key of the
 * record decides alone. These tests show that the key is the authority: no lock stands between two
 * attempts here.
 *
 * @param <T> the store's transaction handle
 */
public abstract class AfterEffectContract<T> extends StoreContract<T> {
  private static final Operation<String, String> UNCLAIMED =
      ORDER.claiming(Claiming.AFTER_EFFECT).duplicates(Duplicates.waitUpTo(Duration.ofSeconds(60)));

  private static Intent<String> unclaimed(String key) {
    return UNCLAIMED.intent(TENANT, key, PAYLOAD);
  }

  @Test
  void anIntentRunsOnceAndEveryRetryIsToldTheSame() {
    Engine<T> node = node("a");
    String told = node.once(unclaimed("k"), inserting("k")).orElseThrow();
    assertThat(node.once(unclaimed("k"), inserting("k"))).isReplayed().hasResult(told);
    assertThat(node("b").once(unclaimed("k"), inserting("k"))).isReplayed().hasResult(told);
    assertEffects("k", 1);
  }

  @Test
  void theSameKeyWithAnotherPayloadLeavesNothing() {
    String told = node("a").once(unclaimed("k"), inserting("k")).orElseThrow();
    Engine<T> other = node("b");
    assertThat(other.once(UNCLAIMED.intent(TENANT, "k", OTHER_PAYLOAD), inserting("k")))
        .isMismatch();
    assertThat(other.once(unclaimed("k"), inserting("k"))).isReplayed().hasResult(told);
    assertEffects("k", 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 200})
  void duplicatesOnTwoNodesAreOneEffect(int callers) {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    var told =
        Callers.together(callers, i -> nodes.get(i % 2).once(unclaimed("k"), inserting("k")));
    assertEffects("k", 1);
    assertThat(told).allMatch(Outcome::isDone);
    assertThat(told).filteredOn(Outcome.Executed.class::isInstance).hasSize(1);
    assertThat(told.stream().map(Outcome::orElseThrow).distinct()).hasSize(1);
  }

  @Test
  void ofTwoAttemptsThatBothRanTheirEffectTheLaterIsUndoneAndReplaysTheEarlier() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> slow = node("a", checkpoints);
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var loser = Callers.start(() -> slow.once(unclaimed("k"), inserting("k")));
      held.awaitReached();
      String told = node("b").once(unclaimed("k"), inserting("k")).orElseThrow();
      held.release();
      assertThat(loser.result()).isReplayed().hasResult(told);
    }
    assertEffects("k", 1);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  @Test
  void auditAndEventsOfTheLoserAreUndoneWithItsEffect() {
    Checkpoints checkpoints = new Checkpoints();
    Engine<T> slow = node("a", checkpoints);
    try (Checkpoint held = checkpoints.holdAt(Boundary.BEFORE_SETTLE)) {
      var loser = Callers.start(() -> slow.once(unclaimed("k"), telling("loser")));
      held.awaitReached();
      assertThat(node("b").once(unclaimed("k"), telling("winner"))).isExecuted();
      held.release();
      assertThat(loser.result()).isReplayed();
    }
    assertThat(fixture().countAudit(unclaimed("k").id())).isEqualTo(1);
    assertThat(fixture().countEvents(TENANT, "loser")).isZero();
    assertThat(fixture().countEvents(TENANT, "winner")).isEqualTo(1);
  }

  private Body<T, String> telling(String id) {
    return effect -> {
      effect.audit("PLACE", id, null);
      effect.publish(Event.of("order", id, "placed", null));
      return inserting("k").run(effect);
    };
  }

  @Test
  void aRejectionIsStoredAndReplayed() {
    assertThat(node("a").once(unclaimed("k"), insertingThenRejecting("k", "NO")))
        .isRejectedWith("NO");
    assertThat(node("b").once(unclaimed("k"), inserting("k"))).isReplayOfRejection("NO");
    assertEffects("k", 0);
  }

  @Test
  void aRetryThatIsRejectedBecauseTheFirstSucceededReplaysTheFirst() {
    String told = node("a").once(unclaimed("k"), inserting("k")).orElseThrow();
    assertThat(node("b").once(unclaimed("k"), unlessThere("k", "THERE")))
        .isReplayed()
        .hasResult(told);
    assertEffects("k", 1);
  }

  @Test
  void aRetryThatWouldBeJudgedAnewReplaysTheFirstAllTheSame() {
    Intent<String> intent =
        UNCLAIMED.rejections(Rejections.JUDGED_ANEW).intent(TENANT, "k", PAYLOAD);
    String told = node("a").once(intent, inserting("k")).orElseThrow();
    assertThat(node("b").once(intent, unlessThere("k", "THERE"))).isReplayed().hasResult(told);
    assertEffects("k", 1);
  }

  /** Rejects where the effect of the first attempt is there. */
  private Body<T, String> unlessThere(String effectId, String code) {
    return effect -> {
      if (fixture().countEffects(effectId) > 0) {
        throw effect.reject(code, "it was done before");
      }
      return inserting(effectId).run(effect);
    };
  }

  @Test
  void aRetryWhoseEffectFailsBecauseTheFirstSucceededReplaysTheFirst() {
    String told = node("a").once(unclaimed("k"), inserting("k")).orElseThrow();
    assertThat(node("b").once(unclaimed("k"), insertingThenThrowing("k", new Crash())))
        .isReplayed()
        .hasResult(told);
    assertEffects("k", 1);
  }

  @Test
  void anEffectThatThrowsLeavesNothingAndTheKeyFree() {
    Engine<T> node = node("a");
    assertThatThrownBy(() -> node.once(unclaimed("k"), insertingThenThrowing("k", new Crash())))
        .isInstanceOf(Crash.class);
    assertEffects("k", 0);
    assertThat(node.once(unclaimed("k"), inserting("k"))).isExecuted();
    assertEffects("k", 1);
  }

  @Test
  void anIntentWhoseRetentionHasEndedRunsAnewOnce() {
    Duration retention = Duration.ofHours(1);
    Intent<String> intent = UNCLAIMED.retainedFor(retention).intent(TENANT, "k", PAYLOAD);
    assertThat(node("a").once(intent, inserting("k"))).isExecuted();
    fixture().clock().advance(retention);
    assertThat(node("b").once(intent, inserting("k"))).isExecuted();
    assertThat(node("c").once(intent, inserting("k"))).isReplayed();
    assertEffects("k", 2);
  }

  @Test
  void whatIsLeasedToSomebodyDoesNotRun() {
    granted(node("a"), order("k"), takeOver());
    Intent<String> intent = ORDER.claiming(Claiming.AFTER_EFFECT).intent(TENANT, "k", PAYLOAD);
    assertThat(node("b").once(intent, inserting("k"))).isInProgress();
    assertEffects("k", 0);
  }
}
