package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Duplicates;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FlightsTest {
  private static final Operation<String, String> OPEN =
      Operation.named("open").taking(Fingerprinter.text()).answering(Codec.text());

  private final Flights flights = new Flights(Duration.ZERO);
  private final Notifier notifier = new Notifier(List.of());
  private final CountDownLatch underWay = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  private Outcome<String> opened(Duplicates duplicates) {
    Intent<String> intent = OPEN.duplicates(duplicates).intent("acme", "k", "x");
    return flights.fly(intent, notifier, flight -> new Outcome.Executed<>("opened"));
  }

  /** Ends without an answer, and nobody knows until then whether the intent is being run. */
  private Outcome<String> endless() {
    return flights.fly(
        OPEN.intent("acme", "k", "x"),
        notifier,
        flight -> {
          underWay.countDown();
          await(mayEnd);
          return new Outcome.Unknown<>("no answer");
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Thread started(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void aPatientDuplicateWaitsThoughNothingIsKnownOfTheFirst() throws Exception {
    started(this::endless);
    await(underWay);
    FutureTask<Outcome<String>> patient =
        new FutureTask<>(() -> opened(Duplicates.waitUpTo(Duration.ofMinutes(1))));
    Thread waiting = started(patient);
    while (waiting.getState() != Thread.State.TIMED_WAITING && !patient.isDone()) {
      Thread.onSpinWait();
    }
    mayEnd.countDown();
    assertThat(patient.get(1, TimeUnit.MINUTES)).isEqualTo(new Outcome.Executed<>("opened"));
  }

  @Test
  void aDuplicateWithoutPatienceIsToldThatTheFirstIsInProgress() {
    started(this::endless);
    await(underWay);
    assertThat(opened(Duplicates.refuse())).isInstanceOf(Outcome.InProgress.class);
    mayEnd.countDown();
  }
}
