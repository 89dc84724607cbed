package dev.semel.torture.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ClientThreadsTest {
  private final ClientThreads threads = new ClientThreads();
  private final CountDownLatch interrupted = new CountDownLatch(1);

  private void workForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
  }

  @Test
  void oneThatDoesNotEndIsToldAndInterrupted() throws InterruptedException {
    Thread thread = threads.start("client c0", this::workForEver);

    threads.join(List.of(thread), Duration.ZERO);

    interrupted.await();
    assertThat(threads.leftovers().stuck())
        .containsExactly("client c0 did not end within 0 seconds");
  }

  @Test
  void oneThatEndsIsNotTold() throws InterruptedException {
    Thread thread = threads.start("client c0", () -> {});

    threads.join(List.of(thread), Duration.ofMinutes(1));

    assertThat(threads.leftovers().stuck()).isEmpty();
    assertThat(threads.leftovers().lookedAt()).isEqualTo(1);
  }
}
