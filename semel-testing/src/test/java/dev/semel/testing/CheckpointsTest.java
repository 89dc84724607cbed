package dev.semel.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.IntentId;
import dev.semel.spi.Boundary;
import dev.semel.testing.contract.Callers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CheckpointsTest {
  private static final IntentId INTENT = IntentId.of("acme", "place-order", "k");
  private static final IntentId OTHER = IntentId.of("acme", "place-order", "other");
  private static final Duration SHORT = Duration.ofMillis(1);

  private final Checkpoints checkpoints = new Checkpoints();

  private Callers.Call<Boolean> arrive(Boundary boundary, IntentId intent) {
    return Callers.start(
        () -> {
          checkpoints.reached(boundary, intent);
          return true;
        });
  }

  @Test
  void anAttemptIsHeldUntilItIsReleased() {
    Checkpoint held = checkpoints.holdAt(Boundary.AFTER_CLAIM);
    assertThat(held.isReached()).isFalse();
    var attempt = arrive(Boundary.AFTER_CLAIM, INTENT);
    held.awaitReached();
    assertThat(attempt.thread().isAlive()).isTrue();
    held.release();
    assertThat(attempt.result()).isTrue();
  }

  @Test
  void onlyTheFirstAttemptIsHeld() {
    try (Checkpoint held = checkpoints.holdAt(Boundary.AFTER_CLAIM)) {
      arrive(Boundary.AFTER_CLAIM, INTENT);
      held.awaitReached();
      checkpoints.reached(Boundary.AFTER_CLAIM, INTENT);
    }
    assertThat(checkpoints.arrivalsAt(Boundary.AFTER_CLAIM)).isEqualTo(2);
  }

  @Test
  void twoCheckpointsHoldTwoAttempts() {
    try (Checkpoint one = checkpoints.holdAt(Boundary.AFTER_CLAIM);
        Checkpoint two = checkpoints.holdAt(Boundary.AFTER_CLAIM)) {
      arrive(Boundary.AFTER_CLAIM, INTENT);
      one.awaitReached();
      assertThat(two.isReached()).isFalse();
      arrive(Boundary.AFTER_CLAIM, INTENT);
      two.awaitReached();
    }
  }

  @Test
  void anotherBoundaryOrAnotherKeyPasses() {
    try (Checkpoint held = checkpoints.holdAt(Boundary.AFTER_CLAIM, "k")) {
      checkpoints.reached(Boundary.BEFORE_CLAIM, INTENT);
      checkpoints.reached(Boundary.AFTER_CLAIM, OTHER);
      assertThat(held.isReached()).isFalse();
      arrive(Boundary.AFTER_CLAIM, INTENT);
      assertThat(held.awaitReached().isReached()).isTrue();
    }
  }

  @Test
  void whatIsReleasedBeforehandDoesNotHold() {
    checkpoints.holdAt(Boundary.AFTER_CLAIM).release();
    checkpoints.reached(Boundary.AFTER_CLAIM, INTENT);
    assertThat(checkpoints.arrivalsAt(Boundary.AFTER_CLAIM)).isEqualTo(1);
  }

  @Test
  void aCrashHitsTheNextAttemptOnce() {
    RuntimeException crash = new IllegalStateException("crashed on purpose");
    checkpoints.failAt(Boundary.BEFORE_SETTLE, crash);
    assertThatThrownBy(() -> checkpoints.reached(Boundary.BEFORE_SETTLE, INTENT)).isSameAs(crash);
    checkpoints.reached(Boundary.BEFORE_SETTLE, INTENT);
  }

  @Test
  void aCrashMayBeMeantForOneKey() {
    RuntimeException crash = new IllegalStateException("crashed on purpose");
    checkpoints.failAt(Boundary.BEFORE_SETTLE, "k", crash);
    checkpoints.reached(Boundary.BEFORE_SETTLE, OTHER);
    assertThatThrownBy(() -> checkpoints.reached(Boundary.BEFORE_SETTLE, INTENT)).isSameAs(crash);
  }

  @Test
  void waitingForAnAttemptThatNeverComesEndsInWordsThatSaySo() {
    Checkpoint held = new Checkpoints(SHORT).holdAt(Boundary.AFTER_CLAIM, "k");
    assertThatThrownBy(held::awaitReached)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("AFTER_CLAIM of key k")
        .hasMessageContaining(SHORT.toString());
  }

  @Test
  void anAttemptThatNobodyReleasesEndsInWordsThatSaySo() {
    Checkpoints impatient = new Checkpoints(SHORT);
    impatient.holdAt(Boundary.AFTER_CLAIM);
    assertThatThrownBy(() -> impatient.reached(Boundary.AFTER_CLAIM, INTENT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nobody released it");
  }

  @Test
  void aBoundOfZeroIsRefused() {
    assertThatThrownBy(() -> new Checkpoints(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
