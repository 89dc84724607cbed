package dev.semel.torture.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Progress progress =
      new Progress(new PrintStream(err, true, StandardCharsets.UTF_8), false, Duration.ofMillis(1));
  private final CountDownLatch asked = new CountDownLatch(3);

  private String told() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private String soFar() {
    asked.countDown();
    return asked.getCount() + " to go";
  }

  @Test
  void aPartThatTakesLongIsToldAgainAndAgain() throws InterruptedException {
    progress.phase("healing", this::soFar);
    asked.await();

    assertThat(told())
        .startsWith("torture: healing\n")
        .containsPattern("torture: healing · \\d+:\\d\\d · 2 to go\n")
        .contains(" · 1 to go\n");
    progress.end();
  }

  @Test
  void nothingMoreIsToldOfAPartThatIsOver() throws InterruptedException {
    progress.phase("healing", this::soFar);
    asked.await();
    progress.phase("checking");

    assertThat(told()).endsWith("torture: checking\n");
  }
}
