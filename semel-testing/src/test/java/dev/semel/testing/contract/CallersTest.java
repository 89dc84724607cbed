package dev.semel.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class CallersTest {

  @Test
  void asManyCallersAsAreAskedForRunAtOnceAndAnswerByTheirNumber() {
    CyclicBarrier allOfThem = new CyclicBarrier(20);
    var results =
        Callers.together(
            20,
            number -> {
              meet(allOfThem);
              return number;
            });
    assertThat(results).hasSize(20);
    for (int number = 0; number < results.size(); number++) {
      assertThat(results.get(number)).isEqualTo(number);
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatACallThrewIsThrownToWhoeverAsksForItsResult() {
    RuntimeException failure = new IllegalStateException("on purpose");
    var call =
        Callers.start(
            () -> {
              throw failure;
            });
    assertThatThrownBy(call::result).isSameAs(failure);
  }

  @Test
  void anErrorIsThrownAsItIs() {
    AssertionError error = new AssertionError("on purpose");
    var call =
        Callers.start(
            () -> {
              throw error;
            });
    assertThatThrownBy(call::result).isSameAs(error);
  }
}
