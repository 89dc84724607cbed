package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.CommitUnknownException;
import dev.semel.ConfigurationException;
import dev.semel.IntentId;
import dev.semel.InterruptedAttemptException;
import dev.semel.RetriesExhaustedException;
import dev.semel.RetryPolicy;
import dev.semel.StoreUnavailableException;
import dev.semel.spi.Failure;
import dev.semel.spi.StateChange;
import dev.semel.spi.StoreException;
import dev.semel.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetriesTest {
  private static final IntentId INTENT = IntentId.of("acme", "open-case", "k");
  private static final Failure PASSING = failure(Verdict.RETRY);
  private static final Failure LOST = failure(Verdict.RESOLVE);
  private static final Duration LONG = Duration.ofHours(1);

  private final RuntimeException cause = new IllegalStateException("the cause");
  private final List<StateChange> heard = new ArrayList<>();
  private final Availability availability = new Availability(LONG, LONG, System::nanoTime);

  @AfterEach
  void forgetInterruption() {
    Thread.interrupted();
  }

  @Test
  void whatPassesIsTriedAgainUntilTheAttemptsAreUsedUp() {
    Retries retries = retries(quick(3));
    retries.backOff(PASSING, cause, false);
    retries.backOff(PASSING, cause, false);

    assertThat(retries.attempt()).isEqualTo(3);
    assertThat(retries.gaveUp()).isFalse();
    assertThatThrownBy(() -> retries.backOff(PASSING, cause, false))
        .isInstanceOf(RetriesExhaustedException.class)
        .hasMessageContaining("gave up after 3 attempts")
        .hasCause(cause);
    assertThat(retries.gaveUp()).isTrue();
  }

  @Test
  void everyFailureIsToldWithTheNumberOfAttemptsThatFailed() {
    Retries retries = retries(quick(2));
    retries.backOff(PASSING, cause, false);
    assertThatThrownBy(() -> retries.backOff(PASSING, cause, false))
        .isInstanceOf(RetriesExhaustedException.class);

    assertThat(heard.get(0))
        .isInstanceOfSatisfying(
            StateChange.Retrying.class,
            retrying -> assertThat(retrying.failedAttempts()).isEqualTo(1));
    assertThat(heard.get(1)).isEqualTo(new StateChange.Failed(INTENT, 2, PASSING));
    assertThat(heard).hasSize(2);
  }

  @Test
  void whatNoRetryMendsIsThrownAsItCame() {
    Retries retries = retries(quick(3));

    assertThatThrownBy(() -> retries.backOff(failure(Verdict.FINAL), cause, false)).isSameAs(cause);
    assertThat(retries.gaveUp()).isTrue();
    assertThat(heard).containsExactly(new StateChange.Failed(INTENT, 1, failure(Verdict.FINAL)));
  }

  @Test
  void aFailureOfTheStoresOwnStatementSaysWhatItMeans() {
    StoreException ofStore = new StoreException("could not claim", cause);

    assertThatThrownBy(() -> retries(quick(3)).backOff(failure(Verdict.UNIQUE_KEY), ofStore, false))
        .isInstanceOf(StoreException.class)
        .hasMessage("could not claim: meaning of UNIQUE_KEY")
        .hasCause(ofStore);
  }

  @Test
  void wrongSettingsAreSaidToBeWrongSettings() {
    assertThatThrownBy(
            () -> retries(quick(3)).backOff(failure(Verdict.CONFIGURATION), cause, false))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("meaning of CONFIGURATION")
        .hasCause(cause);
    assertThatThrownBy(() -> retries(quick(3)).backOff(failure(Verdict.FINAL), null, false))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void beingOutrunIsNoAttemptButHasAnEnd() {
    Retries retries = retries(quick(1));
    Failure ownKey = failure(Verdict.OWN_KEY);
    for (int i = 0; i < 5; i++) {
      retries.outrun(ownKey, cause);
    }

    assertThat(retries.attempt()).isEqualTo(1);
    assertThat(retries.gaveUp()).isFalse();
    assertThat(heard).hasSize(5).containsOnly(new StateChange.Outrun(INTENT));
    assertThatThrownBy(() -> retries.outrun(ownKey, cause))
        .isInstanceOf(RetriesExhaustedException.class)
        .hasMessageContaining("gave up after 1 attempts");
    assertThat(retries.gaveUp()).isTrue();
    assertThat(heard.get(5)).isEqualTo(new StateChange.Failed(INTENT, 1, ownKey));
  }

  @Test
  void lookingForALostCommitIsNoAttempt() {
    Retries retries = retries(quick(1));
    for (int i = 0; i < 5; i++) {
      retries.backOff(LOST, cause, true);
    }

    assertThat(retries.attempt()).isEqualTo(2);
    assertThatThrownBy(() -> retries.refuseIfUsedUp())
        .isInstanceOf(RetriesExhaustedException.class)
        .hasMessageContaining("gave up after 1 attempts");
    assertThat(heard.get(5)).isEqualTo(new StateChange.Failed(INTENT, 1, LOST));
    assertThat(retries.gaveUp()).isTrue();
  }

  @Test
  void aCommitThatNeverHappenedIsRepeatedWhileThereAreAttempts() {
    Retries retries = retries(quick(2));
    retries.backOff(LOST, cause, true);

    assertThatCode(() -> retries.refuseIfUsedUp()).doesNotThrowAnyException();
    retries.backOff(LOST, cause, true);
    assertThatThrownBy(() -> retries.refuseIfUsedUp())
        .isInstanceOf(RetriesExhaustedException.class);
  }

  @Test
  void withoutAnyFailureNothingIsUsedUp() {
    assertThatCode(() -> retries(quick(1)).refuseIfUsedUp()).doesNotThrowAnyException();
  }

  @Test
  void thePausesGrowWithFailuresAndWithLooks() {
    RetryPolicy policy = new RetryPolicy(9, LONG, Duration.ofMillis(2), Duration.ofMillis(64));
    Retries retries = retries(policy);
    retries.backOff(LOST, cause, true);
    retries.backOff(LOST, cause, true);
    retries.backOff(LOST, cause, true);

    assertThat(pauses().get(0)).isBetween(Duration.ofMillis(1), Duration.ofMillis(2));
    assertThat(pauses().get(1)).isBetween(Duration.ofMillis(2), Duration.ofMillis(4));
    assertThat(pauses().get(2)).isBetween(Duration.ofMillis(4), Duration.ofMillis(8));
  }

  private List<Duration> pauses() {
    return heard.stream()
        .map(StateChange.Retrying.class::cast)
        .map(StateChange.Retrying::backoff)
        .toList();
  }

  @Test
  void whenTheTimeIsUpAnUnansweredCommitIsSaidToBeUnknown() {
    assertThatThrownBy(() -> outOfTime().backOff(LOST, cause, true))
        .isInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("call again with the same key")
        .hasCause(cause);
    assertThatThrownBy(() -> outOfTime().backOff(PASSING, cause, false))
        .isInstanceOf(RetriesExhaustedException.class)
        .hasMessageContaining("nothing was committed");
  }

  /** The clock is watched until it has moved past the budget, which is the smallest there is. */
  private Retries outOfTime() {
    Retries retries = retries(quick(9).within(Duration.ofNanos(1)));
    long startNanos = System.nanoTime();
    while (System.nanoTime() - startNanos < 1) {
      Thread.onSpinWait();
    }
    return retries;
  }

  @Test
  void whoeverIsInterruptedInAPauseStopsAtOnce() {
    Retries retries = retries(slow());
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> retries.backOff(PASSING, cause, false))
        .isInstanceOf(InterruptedAttemptException.class);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(retries.gaveUp()).isTrue();
  }

  @Test
  void whoeverIsInterruptedWhileACommitIsUnansweredIsNotToldThatNothingWasCommitted() {
    Retries retries = retries(slow());
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> retries.backOff(LOST, cause, true))
        .isInstanceOf(CommitUnknownException.class)
        .hasCauseInstanceOf(InterruptedAttemptException.class);
    assertThat(retries.gaveUp()).isTrue();
  }

  @Test
  void anInterruptionThatAPoolWrappedIsFound() {
    Retries retries = retries(quick(9));
    RuntimeException wrapped =
        new IllegalStateException(new RuntimeException(new InterruptedException()));

    assertThatThrownBy(() -> retries.backOff(PASSING, wrapped, false))
        .isInstanceOf(InterruptedAttemptException.class);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(retries.gaveUp()).isTrue();
    assertThat(heard).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"FINAL", "CONFIGURATION", "UNIQUE_KEY"})
  void whatKeepsUsFromLookingForALostCommitSaysNothingAboutIt(Verdict verdict) {
    Retries retries = retries(quick(9));
    retries.backOff(LOST, cause, true);

    assertThatThrownBy(() -> retries.backOff(failure(verdict), cause, true))
        .isInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("meaning of " + verdict)
        .hasCause(cause);
    assertThat(retries.gaveUp()).isTrue();
    assertThat(heard).last().isEqualTo(new StateChange.Failed(INTENT, 1, failure(verdict)));
  }

  @Test
  void aPoolThatIsInterruptedWhileACommitIsUnansweredDoesNotMakeItNothing() {
    Retries retries = retries(quick(9));
    RuntimeException wrapped = new IllegalStateException(new InterruptedException());

    assertThatThrownBy(() -> retries.backOff(PASSING, wrapped, true))
        .isInstanceOf(CommitUnknownException.class)
        .hasCauseInstanceOf(InterruptedAttemptException.class);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(retries.gaveUp()).isTrue();
  }

  @Test
  void aChainOfCausesThatBitesItsTailEnds() {
    RuntimeException one = new RuntimeException();
    RuntimeException two = new RuntimeException(one);
    one.initCause(two);
    Retries retries = retries(quick(9));
    retries.backOff(PASSING, one, false);

    assertThat(retries.attempt()).isEqualTo(2);
  }

  @Test
  void whoFailsFastGivesUpAtOnceWhenTheStoreCannotBeReached() {
    Retries retries = retries(slow().failingFast());
    retries.begin(false);

    assertThatThrownBy(() -> retries.backOff(PASSING, cause, false))
        .isInstanceOfSatisfying(
            StoreUnavailableException.class,
            end -> assertThat(end.retryAfter()).isLessThanOrEqualTo(LONG).isPositive())
        .hasCause(cause);
    assertThatThrownBy(() -> retries(slow().failingFast()).begin(false))
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> retries(slow().failingFast()).begin(true))
        .isInstanceOf(CommitUnknownException.class);
    assertThatCode(() -> retries(slow()).begin(false)).doesNotThrowAnyException();
  }

  @Test
  void lostConnectionIsNoOutageUnlessTheNextCannotBeHadEither() {
    Retries retries = retries(quick(9).failingFast());
    retries.begin(false);
    retries.backOff(LOST, cause, false);
    retries.begin(false);

    assertThatThrownBy(() -> retries.backOff(LOST, cause, false))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void conflictIsNoOutage() {
    Retries retries = retries(quick(9).failingFast());
    for (int i = 0; i < 3; i++) {
      retries.begin(false);
      retries.reached();
      retries.backOff(PASSING, cause, false);
    }

    assertThat(retries.attempt()).isEqualTo(4);
  }

  private Retries retries(RetryPolicy policy) {
    return new Retries(new Notifier(List.of(heard::add)), INTENT, policy, availability);
  }

  private static RetryPolicy quick(int attempts) {
    return new RetryPolicy(attempts, LONG, Duration.ofNanos(2), Duration.ofNanos(2));
  }

  /** Nobody waits so long: the test is about who does not. */
  private static RetryPolicy slow() {
    return new RetryPolicy(9, LONG, LONG, LONG);
  }

  private static Failure failure(Verdict verdict) {
    return new Failure(verdict, "", null, "meaning of " + verdict);
  }
}
