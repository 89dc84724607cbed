package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Takeover;
import dev.semel.http.HttpEvent;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class AsyncIT {
  private final PostgresDatabase database;
  private final AtomicInteger runs = new AtomicInteger();

  AsyncIT(PostgresDatabase database) {
    this.database = database;
  }

  private Shop.Plan plan(OnFailure onFailure, Shop.Handler handler) {
    LeasedMode mode = new LeasedMode(Duration.ofMinutes(5), Takeover.block(), onFailure);
    return Shop.on(database).route(Route.post("/orders").leased(mode)).handler(handler);
  }

  private void answer(ServletResponse answered, String text) {
    try {
      HttpServletResponse response = (HttpServletResponse) answered;
      response.setStatus(201);
      response.setHeader("Run", "" + runs.incrementAndGet());
      response.getWriter().print(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertRunOnceAndReplayed(Shop shop, String text) {
    String key = Shop.newKey();
    int before = runs.get();

    HttpResponse<String> first = shop.order(key);
    HttpResponse<String> retry = shop.order(key);

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.body()).isEqualTo(text);
    assertThat(first.headers().allValues(Shop.KEY)).containsExactly(key);
    assertThat(first.headers().firstValue(Shop.MARKER)).isEmpty();
    assertThat(retry.statusCode()).isEqualTo(201);
    assertThat(retry.body()).isEqualTo(text);
    assertThat(retry.headers().allValues("Run")).isEqualTo(first.headers().allValues("Run"));
    assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
    assertThat(runs.get() - before).isEqualTo(1);
  }

  @ContainerTest
  void aResponseCompletedByAnotherThreadIsCapturedAtItsCompletion(Container container) {
    Shop.Plan plan =
        plan(
            OnFailure.UNKNOWN,
            (request, response) -> {
              AsyncContext async = request.startAsync();
              async.start(
                  () -> {
                    answer(async.getResponse(), "later");
                    async.complete();
                  });
            });
    try (Shop shop = plan.open(container)) {
      assertRunOnceAndReplayed(shop, "later");
      assertThat(shop.count(HttpEvent.EXECUTED)).isEqualTo(1);
    }
  }

  @ContainerTest
  void aResponseWrittenByADispatchIsCapturedAtItsEnd(Container container) {
    Shop.Plan plan =
        plan(
            OnFailure.UNKNOWN,
            (request, response) -> {
              if (request.getDispatcherType() == DispatcherType.ASYNC) {
                answer(response, "dispatched");
              } else {
                AsyncContext async = request.startAsync(request, response);
                async.start(async::dispatch);
              }
            });
    try (Shop shop = plan.open(container)) {
      assertRunOnceAndReplayed(shop, "dispatched");
    }
  }

  @ContainerTest
  void aWriterThatNeverBlocksIsServed(Container container) {
    Shop.Plan plan =
        plan(
            OnFailure.UNKNOWN,
            (request, response) -> {
              AsyncContext async = request.startAsync();
              HttpServletResponse answered = (HttpServletResponse) async.getResponse();
              answered.setStatus(201);
              answered.setHeader("Run", "" + runs.incrementAndGet());
              ServletOutputStream out = answered.getOutputStream();
              out.setWriteListener(
                  new WriteListener() {
                    @Override
                    public void onWritePossible() throws IOException {
                      for (int i = 0; i < 10 && out.isReady(); i++) {
                        out.print("x");
                      }
                      async.complete();
                    }

                    @Override
                    public void onError(Throwable t) {
                      async.complete();
                    }
                  });
            });
    try (Shop shop = plan.open(container)) {
      assertRunOnceAndReplayed(shop, "xxxxxxxxxx");
    }
  }

  @ContainerTest
  void aTimeoutThatAListenerAnswersIsTheAnswer(Container container) {
    Shop.Plan plan =
        plan(
            OnFailure.UNKNOWN,
            (request, response) -> {
              AsyncContext async = request.startAsync();
              async.setTimeout(50);
              async.addListener(
                  new Ending() {
                    @Override
                    public void onTimeout(AsyncEvent event) {
                      answer(event.getAsyncContext().getResponse(), "gave up");
                      event.getAsyncContext().complete();
                    }
                  });
            });
    try (Shop shop = plan.open(container)) {
      assertRunOnceAndReplayed(shop, "gave up");
    }
  }

  @ContainerTest
  void aTimeoutThatNobodyAnswersIsAFailure(Container container) {
    Shop.Plan plan =
        plan(
            OnFailure.UNKNOWN,
            (request, response) -> {
              runs.incrementAndGet();
              request.startAsync().setTimeout(50);
            });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      Waiting.until("it is recorded", () -> shop.count(HttpEvent.HANDLER_FAILED) == 1);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.statusCode()).isGreaterThanOrEqualTo(500);
      assertThat(retry.body()).contains("\"code\":\"outcome_unknown\"");
      assertThat(runs).hasValue(1);
    }
  }

  /** The work of a handler goes on after its timeout; another run would be a second effect. */
  @ContainerTest
  void timeoutLeavesOutcomeUnknownAlthoughFailuresRelease(Container container) {
    Shop.Plan plan =
        plan(
            OnFailure.RELEASE,
            (request, response) -> {
              runs.incrementAndGet();
              request.startAsync().setTimeout(50);
            });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);
      Waiting.until("it is recorded", () -> shop.count(HttpEvent.HANDLER_FAILED) == 1);
      HttpResponse<String> retry = shop.order(key);

      assertThat(first.statusCode()).isGreaterThanOrEqualTo(500);
      assertThat(retry.body()).contains("\"code\":\"outcome_unknown\"");
      assertThat(runs).hasValue(1);
    }
  }

  /** Spring answers a timeout with 503; 429 would free the key at any other time. */
  @ContainerTest
  void errorStatusAfterTimeoutLeavesOutcomeUnknown(Container container) {
    for (int status : new int[] {503, 429}) {
      try (Shop shop = answeringTimeout(OnFailure.RELEASE, status).open(container)) {
        String key = Shop.newKey();
        int before = runs.get();

        assertThat(shop.order(key).statusCode()).isEqualTo(status);
        HttpResponse<String> retry = Waiting.whileInProgress(() -> shop.order(key));

        assertThat(retry.body()).contains("\"code\":\"outcome_unknown\"");
        assertThat(runs.get() - before).isEqualTo(1);
      }
    }
  }

  @ContainerTest
  void timeoutReleasesTheKeyIfItsAuthorChoseSo(Container container) {
    LeasedMode mode =
        new LeasedMode(Duration.ofMinutes(5), Takeover.block(), OnFailure.UNKNOWN)
            .onTimeout(OnFailure.RELEASE);
    Shop.Plan plan =
        answeringTimeout(OnFailure.UNKNOWN, 503).route(Route.post("/again").leased(mode));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      for (int run = 1; run <= 2; run++) {
        HttpResponse<String> response =
            Waiting.whileInProgress(
                () ->
                    shop.send(
                        shop.to("/again").header(Shop.KEY, key).POST(BodyPublishers.noBody())));
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(runs).hasValue(run);
      }
    }
  }

  /** Answers its timeout with a status. */
  private Shop.Plan answeringTimeout(OnFailure onFailure, int status) {
    return plan(
        onFailure,
        (request, response) -> {
          runs.incrementAndGet();
          AsyncContext async = request.startAsync();
          async.setTimeout(50);
          async.addListener(
              new Ending() {
                @Override
                public void onTimeout(AsyncEvent event) {
                  AsyncContext ended = event.getAsyncContext();
                  ((HttpServletResponse) ended.getResponse()).setStatus(status);
                  ended.complete();
                }
              });
        });
  }

  @ContainerTest
  void anExceptionAfterTheStartIsAFailure(Container container) {
    Shop.Plan plan =
        plan(
            OnFailure.RELEASE,
            (request, response) -> {
              runs.incrementAndGet();
              request.startAsync();
              throw new IllegalArgumentException("too bad");
            });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      orderInVain(shop, key);
      Waiting.until("it is recorded", () -> shop.count(HttpEvent.HANDLER_FAILED) == 1);
      orderInVain(shop, key);

      assertThat(runs).hasValue(2);
    }
  }

  @ContainerTest
  void withoutAsyncDispatchesTheOutcomeIsKeptAndTheMistakeIsTold(Container container) {
    Shop.Plan plan =
        plan(
                OnFailure.UNKNOWN,
                (request, response) -> {
                  if (request.getDispatcherType() == DispatcherType.ASYNC) {
                    answer(response, "unseen");
                  } else {
                    request.startAsync(request, response).dispatch();
                  }
                })
            .dispatches(Set.of(DispatcherType.REQUEST));
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      shop.order(key);
      Waiting.until("it is told", () -> shop.count(HttpEvent.ASYNC_NOT_SEEN) == 1);
      HttpResponse<String> retry = Waiting.whileInProgress(() -> shop.order(key));

      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.body()).isEqualTo("unseen");
      assertThat(runs).hasValue(1);
    }
  }

  @ContainerTest
  void aStreamOfEventsArrivesEventByEventAndIsKeptIfItFits(Container container) throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    Shop.Plan plan =
        plan(
            OnFailure.UNKNOWN,
            (request, response) -> {
              response.setContentType("text/event-stream");
              response.getOutputStream().print("data: 1\n\n");
              response.flushBuffer();
              await(seen);
              response.getOutputStream().print("data: 2\n\n");
            });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();
      var streamed =
          shop.client().send(shop.request(key, "{}").build(), BodyHandlers.ofInputStream());
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(streamed.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("data: 1");
        seen.countDown();
        assertThat(lines.lines()).contains("data: 2");
      }
      assertThat(streamed.headers().firstValue("Content-Length")).isEmpty();

      Waiting.until("it is told", () -> shop.count(HttpEvent.EXECUTED) == 1);
      HttpResponse<String> retry = Waiting.whileInProgress(() -> shop.order(key, "{}"));
      assertThat(retry.body()).isEqualTo("data: 1\n\ndata: 2\n\n");
      assertThat(retry.headers().firstValue(Shop.MARKER)).hasValue("true");
    }
  }

  @ContainerTest
  void aStreamOfEventsInATransactionIsHeldBackUntilItHasCommitted(Container container) {
    Shop.Plan plan =
        Shop.on(database)
            .handler(
                (request, response) -> {
                  Shop.insert(request);
                  response.setContentType("text/event-stream");
                  for (int i = 0; i < 3; i++) {
                    response.getOutputStream().print("data: " + i + "\n\n");
                    response.flushBuffer();
                    assertThat(response.isCommitted()).isFalse();
                  }
                });
    try (Shop shop = plan.open(container)) {
      String key = Shop.newKey();

      HttpResponse<String> first = shop.order(key);

      assertThat(first.body()).isEqualTo("data: 0\n\ndata: 1\n\ndata: 2\n\n");
      assertThat(shop.order(key).body()).isEqualTo(first.body());
      assertThat(shop.orders(key)).isEqualTo(1);
    }
  }

  /** Jetty answers with 500; Tomcat closes the connection, with or without the filter. */
  private static void orderInVain(Shop shop, String key) {
    try {
      assertThat(shop.order(key).statusCode()).isEqualTo(500);
    } catch (IllegalStateException closed) {
      assertThat(closed).hasCauseInstanceOf(IOException.class);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) {
        throw new IOException("nobody came");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Hears nothing. */
  private static class Ending implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
