package dev.semel.client;

import static dev.semel.client.ScriptedServer.answer;
import static dev.semel.client.TestClients.answered;
import static dev.semel.client.TestClients.failed;
import static dev.semel.client.TestClients.order;
import static dev.semel.client.TestClients.send;
import static dev.semel.client.TestClients.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.testing.net.FreePorts;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that nobody waits for, and calls that somebody ends. */
class AsyncIT {
  private final HeldTiming timing = new HeldTiming();
  private final ScriptedServer server = ScriptedServer.start();
  private final BlockingQueue<ClientOutcome<?>> told = new LinkedBlockingQueue<>();
  private final SemelClient client =
      TestClients.on(timing)
          .listener(
              new ClientListener() {
                @Override
                public void onOutcome(ClientIntent intent, ClientOutcome<?> outcome) {
                  told.add(outcome);
                }
              })
          .build();

  @AfterEach
  void stop() {
    server.close();
  }

  private CompletableFuture<ClientOutcome<String>> sendAsync(ClientIntent intent) {
    return client.sendAsync(intent, BodyHandlers.ofString());
  }

  @Test
  void aCallEndsWithItsOutcome() throws InterruptedException, ExecutionException {
    server.then(answer(503, ""), answer(200, "ok"));
    CompletableFuture<ClientOutcome<String>> future = sendAsync(order(server.uri()));
    Runnable wait = timing.nextWait();
    assertThat(future).isNotDone();
    wait.run();
    assertThat(answered(future.get()).response().body()).isEqualTo("ok");
  }

  @Test
  void noThreadWaits() throws InterruptedException {
    List<CompletableFuture<ClientOutcome<String>>> futures = new ArrayList<>();
    int calls = 200;
    for (int i = 0; i < calls; i++) {
      server.then(answer(503, ""));
      futures.add(sendAsync(order(server.uri())));
      timing.nextWait();
    }
    assertThat(futures).noneMatch(CompletableFuture::isDone);
    while (isAnyThreadInACall()) {
      Thread.onSpinWait(); // The last one is on its way out.
    }
  }

  private static boolean isAnyThreadInACall() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Stream::of)
        .anyMatch(frame -> frame.getClassName().equals(Flight.class.getName()));
  }

  @Test
  void cancellingWhileItWaitsEndsTheAttempts() throws InterruptedException {
    server.then(answer(500, ""), answer(200, ""));
    CompletableFuture<ClientOutcome<String>> future = sendAsync(order(server.uri()));
    Runnable wait = timing.nextWait();
    future.cancel(true);
    wait.run();
    assertThat(told.take())
        .isInstanceOfSatisfying(
            ClientOutcome.Unknown.class,
            unknown -> assertThat(unknown.reason()).isEqualTo(StopReason.CANCELLED));
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void cancellingWhileAnAttemptRunsClosesItsConnection() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    server.then(
        connection -> {
          connection.readRequest();
          asked.countDown();
          connection.awaitEnd();
          closed.countDown();
        });
    ClientIntent intent = order(server.uri());
    CompletableFuture<ClientOutcome<String>> future = sendAsync(intent);
    asked.await();
    future.cancel(true);
    closed.await();
    assertThat(future).isCancelled();
    assertThat(told.take()).isInstanceOf(ClientOutcome.Unknown.class);
    assertThat(intent.firstAttemptAt()).isEqualTo(ManualTiming.START);
  }

  @Test
  void whatIsWrongWithAnIntentIsThrownAtOnce() {
    ClientIntent intent =
        ClientIntent.post(server.uri()).header("Idempotency-Key", "other").build();
    assertThatIllegalArgumentException().isThrownBy(() -> sendAsync(intent));
  }

  /** Sends on a thread of its own, and keeps the outcome and whether it is left interrupted. */
  private static final class Caller {
    private final BlockingQueue<ClientOutcome<String>> outcome = new LinkedBlockingQueue<>();
    private volatile boolean leftInterrupted;
    private final Thread thread;

    Caller(SemelClient client, ClientIntent intent) {
      this.thread =
          new Thread(
              () -> {
                ClientOutcome<String> end = send(client, intent);
                leftInterrupted = Thread.currentThread().isInterrupted();
                outcome.add(end);
              });
      thread.start();
    }

    ClientOutcome<String> interrupted() throws InterruptedException {
      thread.interrupt();
      ClientOutcome<String> end = outcome.take();
      assertThat(leftInterrupted).isTrue();
      return end;
    }
  }

  @Test
  void anInterruptionWhileItWaitsEndsTheCallWithWhatIsKnown() throws InterruptedException {
    server.then(answer(500, "oops"));
    Caller caller = new Caller(client, order(server.uri()));
    timing.nextWait();
    ClientOutcome.Unknown<String> unknown = unknown(caller.interrupted());
    assertThat(unknown.reason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(unknown.doubt()).isEqualTo(Doubt.SERVER_ERROR);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void anInterruptionBeforeAnythingWasSentIsAFailure() throws InterruptedException {
    Caller caller = new Caller(client, order(ScriptedServer.uri(FreePorts.pick())));
    timing.nextWait();
    assertThat(failed(caller.interrupted()).reason()).isEqualTo(StopReason.INTERRUPTED);
  }

  @Test
  void anInterruptionWhileAnAttemptRunsIsUnknown() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    server.then(
        connection -> {
          connection.readRequest();
          asked.countDown();
          connection.awaitEnd();
        });
    Caller caller = new Caller(client, order(server.uri()));
    asked.await();
    ClientOutcome.Unknown<String> unknown = unknown(caller.interrupted());
    assertThat(unknown.doubt()).isEqualTo(Doubt.NO_ANSWER);
    assertThat(unknown.attempts()).isEqualTo(1);
  }

  @Test
  void anInterruptedThreadSendsNothing() {
    Thread.currentThread().interrupt();
    ClientOutcome<String> outcome = send(client, order(server.uri()));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failed(outcome).reason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(failed(outcome).attempts()).isZero();
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void theTimeOfThisMachinePasses() {
    SemelClient real =
        TestClients.on(Timing.system())
            .retrying(RetrySettings.standard().backoff(Duration.ofMillis(1), Duration.ofMillis(2)))
            .build();
    server.then(answer(503, ""), answer(503, ""), answer(200, "ok"));
    assertThat(answered(send(real, order(server.uri()))).attempts()).isEqualTo(3);
  }

  @Test
  void manyCallsAtOnceEachKeepTheirKey() {
    SemelClient real =
        TestClients.on(Timing.system())
            .retrying(RetrySettings.standard().backoff(Duration.ofMillis(1), Duration.ofMillis(2)))
            .build();
    List<CompletableFuture<ClientOutcome<String>>> futures = new ArrayList<>();
    Set<String> asked = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 100; i++) {
      server.then(
          connection -> {
            boolean first = asked.add(connection.readRequest().header("Idempotency-Key"));
            connection.write(ScriptedServer.head(first ? 500 : 200, 0));
            connection.close();
          });
    }
    for (int i = 0; i < 50; i++) {
      ClientIntent intent = ClientIntent.post(server.uri()).key("k-" + i).body("b-" + i).build();
      futures.add(real.sendAsync(intent, BodyHandlers.ofString()));
    }
    assertThat(futures).allSatisfy(end -> assertThat(end.join().attempts()).isEqualTo(2));
    assertThat(server.requests())
        .hasSize(100)
        .allSatisfy(
            request ->
                assertThat(request.header("Idempotency-Key"))
                    .isEqualTo("\"k-" + request.body().substring(2) + '"'));
  }
}
