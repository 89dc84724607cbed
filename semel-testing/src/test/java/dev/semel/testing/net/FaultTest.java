package dev.semel.testing.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class FaultTest {
  private final Fault fault = new Fault("cut", 1);

  @Test
  void whoeverFeelsItFindsItCounted() {
    fault.fire(() -> assertThat(fault.firedCount()).isEqualTo(1));

    assertThat(fault.firedCount()).isEqualTo(1);
  }

  @Test
  void whoeverWaitsForItFindsItsDamageDone() throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Boolean> found = new CompletableFuture<>();
    Thread waiting = new Thread(() -> awaitAndLook(begun, done, found));
    waiting.start();

    fault.fire(
        () -> {
          begun.countDown();
          awaitThatItWaits(waiting);
          done.set(true);
        });

    assertThat(found.join()).isTrue();
    waiting.join();
  }

  private void awaitAndLook(
      CountDownLatch begun, AtomicBoolean done, CompletableFuture<Boolean> found) {
    try {
      begun.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    fault.awaitFired();
    found.complete(done.get());
  }

  /** Or that it has not waited, and ended. */
  private static void awaitThatItWaits(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING
        && thread.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
  }
}
