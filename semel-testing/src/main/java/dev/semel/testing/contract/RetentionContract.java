package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Intent;
import dev.semel.Retention;
import dev.semel.spi.Engine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A settled record answers for as long as its operation says, counted on the store's clock from the
 * moment it was settled, whether it is purged or not. Afterwards the same key is a new intent.
 *
 * @param <T> the store's transaction handle
 */
public abstract class RetentionContract<T> extends StoreContract<T> {
  private static final Duration RETENTION = Duration.ofHours(24);
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);

  private static Intent<String> retained(String key) {
    return ORDER.retainedFor(RETENTION).intent(TENANT, key, PAYLOAD);
  }

  private static Intent<String> retainedForEver(String key) {
    return ORDER.retained(Retention.permanent()).intent(TENANT, key, PAYLOAD);
  }

  @Test
  void oneSecondBeforeItsEndARecordAnswers() {
    Engine<T> node = node("a");
    String told = node.once(retained("k"), inserting("k")).orElseThrow();
    fixture().clock().advance(RETENTION.minus(ONE_SECOND));
    for (Engine<T> retrying : List.of(node, node("b"))) {
      assertThat(retrying.once(retained("k"), inserting("k"))).isReplayed().hasResult(told);
    }
    assertEffects("k", 1);
  }

  @Test
  void atItsEndTheSameKeyIsANewIntentWithAnAnswerOfItsOwn() {
    Engine<T> node = node("a");
    String before = node.once(retained("k"), inserting("k")).orElseThrow();
    fixture().clock().advance(RETENTION);
    String after = node.once(retained("k"), inserting("k")).orElseThrow();
    assertThat(after).isNotEqualTo(before);
    assertEffects("k", 2);
    for (Engine<T> retrying : List.of(node, node("b"))) {
      assertThat(retrying.once(retained("k"), inserting("k"))).isReplayed().hasResult(after);
    }
    assertEffects("k", 2);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  @Test
  void atItsEndTheKeyIsFreeForAnotherPayload() {
    node("a").once(retained("k"), inserting("k"));
    fixture().clock().advance(RETENTION);
    Engine<T> node = node("b");
    Intent<String> other = ORDER.retainedFor(RETENTION).intent(TENANT, "k", OTHER_PAYLOAD);
    assertThat(node.once(other, inserting("k"))).isExecuted();
    assertThat(node.once(retained("k"), inserting("k"))).isMismatch();
  }

  @Test
  void aReplayDoesNotProlongTheRetention() {
    Engine<T> node = node("a");
    node.once(retained("k"), inserting("k"));
    fixture().clock().advance(RETENTION.minus(ONE_SECOND));
    assertThat(node.once(retained("k"), inserting("k"))).isReplayed();
    fixture().clock().advance(ONE_SECOND);
    assertThat(node.once(retained("k"), inserting("k"))).isExecuted();
    assertEffects("k", 2);
  }

  @Test
  void concurrentDuplicatesAtTheEndRunItAnewOnce() {
    List<Engine<T>> nodes = List.of(node("a"), node("b"));
    nodes.get(0).once(retained("k"), inserting("k"));
    fixture().clock().advance(RETENTION);
    Callers.together(20, i -> nodes.get(i % 2).once(retained("k"), inserting("k")));
    assertEffects("k", 2);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }

  @Test
  void aRejectionIsRetainedLikeAResult() {
    Engine<T> node = node("a");
    node.once(retained("k"), insertingThenRejecting("k", "SOLD_OUT"));
    fixture().clock().advance(RETENTION.minus(ONE_SECOND));
    assertThat(node.once(retained("k"), inserting("k"))).isReplayOfRejection("SOLD_OUT");
    fixture().clock().advance(ONE_SECOND);
    assertThat(node.once(retained("k"), inserting("k"))).isExecuted();
    assertEffects("k", 1);
  }

  @Test
  void aPermanentRecordAnswersForEver() {
    Engine<T> node = node("a");
    String told = node.once(retainedForEver("k"), inserting("k")).orElseThrow();
    fixture().clock().advance(Duration.ofDays(365_000));
    assertThat(node.once(retainedForEver("k"), inserting("k"))).isReplayed().hasResult(told);
    assertThat(node.purge(100, 1)).isZero();
    assertEffects("k", 1);
  }

  @Test
  void aCompletedLeaseIsRetainedFromItsCompletion() {
    Engine<T> node = node("a");
    var lease = granted(node, retained("k"), takeOver());
    fixture().clock().advance(RETENTION);
    lease.complete(inserting("k"));
    fixture().clock().advance(RETENTION.minus(ONE_SECOND));
    assertThat(node.lease(retained("k"), takeOver())).isAnswered().isReplayed();
    fixture().clock().advance(ONE_SECOND);
    assertThat(node.lease(retained("k"), takeOver())).isGranted();
  }

  /** Otherwise a key would be bound for ever to work that nobody did. */
  @Test
  void aReleasedLeaseIsForgottenAfterItsRetention() {
    Engine<T> node = node("a");
    Intent<String> other = ORDER.retainedFor(RETENTION).intent(TENANT, "k", OTHER_PAYLOAD);
    granted(node, retained("k"), takeOver()).release("changed my mind");
    fixture().clock().advance(RETENTION.minus(ONE_SECOND));
    assertThat(node.once(other, inserting("k"))).isMismatch();
    fixture().clock().advance(ONE_SECOND);
    assertThat(node.once(other, inserting("k"))).isExecuted();
  }
}
