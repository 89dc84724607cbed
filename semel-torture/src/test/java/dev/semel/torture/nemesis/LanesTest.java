package dev.semel.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LanesTest {
  private final CountDownLatch begun = new CountDownLatch(1);
  private final AtomicBoolean interrupted = new AtomicBoolean();

  private void workForEver() {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.set(true);
    }
  }

  @Test
  void closingEndsWhatIsUnderWay() throws InterruptedException {
    Lanes lanes = new Lanes();
    Future<?> work = lanes.run("node-0", this::workForEver);
    begun.await();

    lanes.close();

    assertThat(interrupted).isTrue();
    assertThat(work).isDone();
  }
}
